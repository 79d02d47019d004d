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
 * the same in the page (sizeInPage), and so finds out whether anybody has changed the HTML since it was built.
 */
export function markupSize(html: string): string {
  const elements = html.match(/<[a-z]/gi)?.length ?? 0;
  const text = html
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => escaped[entity] ?? entity);
  return `${elements}/${text.length}`;
}

/** The same size of what stands in the page now. */
export const sizeInPage = (island: Element): string =>
  `${island.getElementsByTagName('*').length}/${island.textContent.length}`;
