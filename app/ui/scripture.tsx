import { scriptureContents } from './scripture-html.ts';

/**
 * One verse or hadith from the verified list: components have no other way to show scripture. Its markup is that of
 * the articles, so that both can only change together.
 */
export function Scripture({ id }: { id: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup around words of our own list, escaped there.
  return <figure className="scripture" dangerouslySetInnerHTML={{ __html: scriptureContents(id) }} />;
}
