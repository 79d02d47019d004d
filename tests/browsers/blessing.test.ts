import { expect, test } from './journey.ts';

/** Runs in the page: the blessings whose mark stands in the line below them. */
function partedFromMark(): (string | null | undefined)[] {
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

for (const path of ['/about', '/islam', '/health']) {
  test(`no line of ${path} begins with the mark after a blessing`, async ({ visitor }) => {
    await visitor.open(path);
    expect(await visitor.count('.blessing')).toBeGreaterThan(0);
    for (const width of [320, 390, 768]) {
      await visitor.resize(width, 800);
      await expect.poll(() => visitor.see(() => innerWidth)).toBe(width);
      expect(await visitor.see(partedFromMark), `${width} px wide`).toEqual([]);
    }
  });
}
