import { dateInWords } from '../../content/date-in-words.ts';

/** A day such as `2026-11-21`, written out. */
export function PlainDate({ date }: { date: string }) {
  return <time dateTime={date}>{dateInWords(date)}</time>;
}
