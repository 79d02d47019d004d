const asWritten = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day such as `2026-11-21`, written out. The time zone is fixed so that build and browser write the same day. */
export function PlainDate({ date }: { date: string }) {
  return <time dateTime={date}>{asWritten.format(new Date(date))}</time>;
}
