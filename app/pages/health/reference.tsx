import { scriptureInBrief } from '../../ui/scripture-html.ts';

/** One verse or hadith of the verified list where there is little room: a verse by its meaning, a hadith with its grade. */
export function Reference({ id }: { id: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup around words of our own list, escaped there.
  return <figure className="scripture" dangerouslySetInnerHTML={{ __html: scriptureInBrief(id) }} />;
}
