/** The characters that React escapes in a text. */
const escaped: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * The size of rendered HTML: `elements/characters`, with the characters of its texts as UTF-16 counts them. The browser counts
 * the same in the page (sizeInPage). If the two differ, somebody has changed the HTML since it was built.
 */
export function markupSize(html: string): string {
  const elements = html.match(/<[a-z]/gi)?.length ?? 0;
  const text = html
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => escaped[entity] ?? entity);
  return `${elements}/${text.length}`;
}

/** The size of an island's HTML as it is in the page now. */
export const sizeInPage = (island: Element): string =>
  `${island.getElementsByTagName('*').length}/${island.textContent.length}`;
