/** The characters that React escapes in a text. */
const escaped: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * The size of rendered HTML, such as `12/340`: its elements, and the UTF-16 characters of its texts. The build notes it, and the
 * browser counts again (sizeInPage). If the two differ, a translator or an extension has changed the page.
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
