/** Runs in the page: how far it can be scrolled sideways, in pixels. */
export const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Runs in the page: how many rows the figures of the hero take. */
export const rowsOfFigures = () =>
  new Set(
    [...document.querySelectorAll('.hero-counts div')].map((figure) =>
      Math.round(figure.getBoundingClientRect().top),
    ),
  ).size;

/** Runs in the page: the texts in which a blessing and the punctuation mark after it stand on different lines. */
export function partedFromMark(): (string | null | undefined)[] {
  return [...document.querySelectorAll('.blessing')].flatMap((sign) => {
    const words = sign.closest('p, li, blockquote, dd') ?? document.body;
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    walker.currentNode = sign.lastChild ?? sign;
    const next = walker.nextNode();
    if (!next?.textContent || !/^[,.:;?!]/.test(next.textContent)) return [];
    const mark = document.createRange();
    mark.setStart(next, 0);
    mark.setEnd(next, 1);
    const isParted = mark.getBoundingClientRect().left < sign.getBoundingClientRect().left;
    return isParted ? [words.textContent] : [];
  });
}

/** Runs in the page: the verses that are not aligned right, or not centred where they should be, and by how much. */
export async function misplacedVerses(): Promise<string[]> {
  await document.fonts.load('32px "Amiri Quran"', 'بسم');
  const misplaced: string[] = [];
  for (const verse of document.querySelectorAll<HTMLElement>('[lang="ar"][dir="rtl"]')) {
    // Out of sight a verse is not laid out.
    verse.scrollIntoView({ behavior: 'instant' });
    await new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));
    const box = verse.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(verse);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 2);
    const atRight = box.right - Math.max(...lines.map((line) => line.right));
    const atLeft = Math.min(...lines.map((line) => line.left)) - box.left;
    const isCentred = getComputedStyle(verse).textAlign === 'center';
    const isPlaced = isCentred ? Math.abs(atRight - atLeft) < 4 : atRight < 4;
    if (!isPlaced)
      misplaced.push(`${atLeft} px at the left, ${atRight} px at the right: ${verse.textContent}`);
  }
  return misplaced;
}
