import { screens } from '../../app/routes.ts';
import { parts } from '../support/parts.ts';
import { expect, test } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

const widths = [320, 360, 390, 768, 1280];

/** Runs in the page: how far it can be scrolled sideways, in pixels. */
const sideways = () =>
  // Negative where the root keeps room for a scroll bar.
  Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Runs in the page: the texts in which a blessing and the punctuation mark after it stand on different lines. */
function partedFromMark(selector: string): (string | null | undefined)[] {
  return [...document.querySelectorAll(selector)].flatMap((blessing) => {
    const words = blessing.closest('p, li, blockquote, dd') ?? document.body;
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
    walker.currentNode = blessing.lastChild ?? blessing;
    const next = walker.nextNode();
    if (!next?.textContent || !/^[,.:;?!]/.test(next.textContent)) return [];
    const mark = document.createRange();
    mark.setStart(next, 0);
    mark.setEnd(next, 1);
    const isParted = mark.getBoundingClientRect().left < blessing.getBoundingClientRect().left;
    return isParted ? [words.textContent] : [];
  });
}

/** Runs in the page: the verses that are not aligned right, or not centred where they should be, and by how much. */
async function misplacedVerses(): Promise<string[]> {
  for (const face of ['Amiri Quran', 'Amiri Footer']) await document.fonts.load(`32px "${face}"`, 'بسم');
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
    if (!isPlaced) misplaced.push(`${atLeft} and ${atRight} px: ${verse.textContent}`);
  }
  return misplaced;
}

/** Runs in the page: the faces of its verses. */
const facesOfVerses = () => {
  const faces = [...document.querySelectorAll('[lang="ar"][dir="rtl"]')].map(
    (verse) => getComputedStyle(verse).fontFamily.replaceAll('"', '').split(',')[0],
  );
  return [...new Set(faces)];
};

/** The footer's verse is drawn in the face of a page's other verses; on the other pages in a small one of its own. */
const withVerses = ['/islam', '/health'];

async function expectWhole(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  // What is folded has to be whole once it is opened.
  await visitor.evaluate((selector) => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>(selector)) fold.open = true;
  }, parts.fold);
  for (const width of widths) {
    await visitor.resize(width, 800);
    await expect.poll(() => visitor.evaluate(() => innerWidth)).toBe(width);
    await expect.poll(() => visitor.evaluate(sideways), `${width} px wide`).toBe(0);
    expect(await visitor.evaluate(partedFromMark, parts.blessing), `${width} px wide`).toEqual([]);
  }
  // On some pages their font is requested a moment after the fonts of the first screen.
  const face = withVerses.includes(path) ? 'Amiri Quran' : 'Amiri Footer';
  await expect.poll(() => visitor.evaluate(facesOfVerses)).toEqual([face]);
  expect(await visitor.evaluate(misplacedVerses)).toEqual([]);
}

/** journeys/look holds the other pages in Chromium: these have blessings as well. */
const more = ['/', '/islam', '/health', '/about'];

for (const { path } of screens)
  test(
    `${path} is whole at every width, its verses and blessings too, and nothing complains`,
    { tag: more.includes(path) ? [] : '@held-by-journeys' },
    ({ visitor }) => expectWhole(visitor, path),
  );

/**
 * Runs in the page: its rules as Safari before 17.4 and Firefox before 121 read them.
 * @returns whether one is nested, which Safari before 16.5 and Firefox before 117 would drop: the build unnests them
 */
async function readAsOlderParsers(): Promise<boolean> {
  const texts = [...document.querySelectorAll<HTMLElement>('style, link[rel="stylesheet"]')].map((tag) =>
    tag instanceof HTMLLinkElement ? fetch(tag.href).then((sheet) => sheet.text()) : (tag.textContent ?? ''),
  );
  const older = (await Promise.all(texts))
    .join('\n')
    .replace(/content:[^;}]*\/\s*""/g, '')
    .replace(/[^{};]*:has\([^{]*\{[^{}]*\}/g, '')
    .replaceAll('(scripting:', '(-unknown-scripting:');
  for (const { ownerNode } of document.styleSheets) (ownerNode as HTMLStyleElement).disabled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(older);
  document.adoptedStyleSheets = [sheet];
  const hasNested = ({ cssRules }: CSSRule & { cssRules?: CSSRuleList }, isInRule = false): boolean =>
    [...(cssRules ?? [])].some((rule) => isInRule || hasNested(rule, rule instanceof CSSStyleRule));
  return [...sheet.cssRules].some((rule) => hasNested(rule, rule instanceof CSSStyleRule));
}

test('without newer CSS, figures stand above labels and one quarter is open', async ({ visitor }) => {
  await visitor.open('/');
  expect(await visitor.evaluate(readAsOlderParsers)).toBe(false);
  const boxOf = (part: string) =>
    visitor.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().toJSON(), part);
  const figure = await boxOf(`${parts.heroCounts} ${parts.counter}`);
  const label = await boxOf(parts.heroLabel);
  expect(figure.width).toBeGreaterThan(40);
  expect(figure.bottom).toBeLessThanOrEqual(label.top + 2);

  await visitor.open('/roadmap');
  await visitor.evaluate(readAsOlderParsers);
  const open = () =>
    visitor.evaluate((selector) => {
      const panels = [...document.querySelectorAll(selector)];
      return panels.flatMap((panel, index) => (panel.checkVisibility() ? [index] : []));
    }, parts.quarterPanel);
  await expect.poll(open).toEqual([0]);
  await visitor.press('[role=tab]:nth-child(3)');
  await expect.poll(open).toEqual([2]);
});
