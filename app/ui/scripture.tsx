import { scriptureContents } from './scripture-html.ts';

/**
 * One verse or hadith from the verified list: there is no other way to scripture in a component. Its markup is that of
 * the articles, so that both can only change together.
 */
export function Scripture({ id }: { id: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup of our own round words of our own list, escaped there.
  return <figure className="scripture" dangerouslySetInnerHTML={{ __html: scriptureContents(id) }} />;
}
