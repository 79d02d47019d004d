import type { Page } from '@playwright/test';
import { type Box, contrastOver, decodePng } from './pixels.ts';
import type { TextRun } from './text-runs.ts';

/** Half a pixel is the browser's own rounding; a whole one is where an eye begins to see it. */
const tolerance = 1;

const sides = ['left', 'top', 'right', 'bottom'] as const;

/** How far a box extends beyond another on each side, without what is within the tolerance. */
function excess(inner: Box, outer: Box, where: readonly (typeof sides)[number][] = sides): string[] {
  return where.flatMap((side) => {
    const isStart = side === 'left' || side === 'top';
    const by = isStart ? outer[side] - inner[side] : inner[side] - outer[side];
    return by > tolerance ? [`${by.toFixed(1)} px at the ${side}`] : [];
  });
}

const say = (run: TextRun, fault: string) => `“${run.text}” in ${run.where} ${fault}`;

/** Text that extends beyond the left or right edge of the page. */
function outsideThePage(runs: readonly TextRun[], pageWidth: number): string[] {
  const page = { left: 0, top: 0, right: pageWidth, bottom: Number.POSITIVE_INFINITY };
  return runs.flatMap((run) => {
    const by = run.isScrolled ? [] : excess(run.line, page, ['left', 'right']);
    return by.length > 0 ? [say(run, `leaves the page by ${by.join(' and ')}`)] : [];
  });
}

/** Text that is wider than its element, or extends beyond a background or border around it. */
function outOfItsBox(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run) => {
    if (run.isScrolled) return [];
    const own = excess(run.line, run.blockFrame.box, ['left', 'right']);
    const faults = own.length > 0 ? [say(run, `overflows its box by ${own.join(' and ')}`)] : [];
    for (const { where, box } of run.painted) {
      const by = excess({ ...run.ink, left: run.line.left, right: run.line.right }, box);
      if (by.length > 0) faults.push(say(run, `sticks out of ${where} by ${by.join(' and ')}`));
    }
    return faults;
  });
}

/** Text that an element round it cuts off. */
function cutOff(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run) =>
    run.clips.flatMap(({ where, box, horizontal, vertical }) => {
      const by = [
        ...(horizontal ? excess(run.line, box, ['left', 'right']) : []),
        ...(vertical ? excess(run.ink, box, ['top', 'bottom']) : []),
      ];
      return by.length > 0 ? [say(run, `is cut off by ${where}: ${by.join(' and ')}`)] : [];
    }),
  );
}

/** Texts of different elements that overlap. */
function overlapping(runs: readonly TextRun[]): string[] {
  return runs.flatMap((run, index) =>
    runs.slice(index + 1).flatMap((other) => {
      if (run.block === other.block) return [];
      const wide = Math.min(run.line.right, other.line.right) - Math.max(run.line.left, other.line.left);
      const high = Math.min(run.ink.bottom, other.ink.bottom) - Math.max(run.ink.top, other.ink.top);
      if (wide <= tolerance || high <= tolerance) return [];
      return [
        say(run, `overlaps “${other.text}” in ${other.where} by ${wide.toFixed(1)} × ${high.toFixed(1)} px`),
      ];
    }),
  );
}

/** All of the above, one sentence each. */
export function textFaults(runs: readonly TextRun[], pageWidth: number): string[] {
  if (runs.length === 0) throw new Error('No text was found, so nothing was checked.');
  return [...outsideThePage(runs, pageWidth), ...outOfItsBox(runs), ...cutOff(runs), ...overlapping(runs)];
}

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for text from 24 px on. */
const neededFor = (size: number): number => (size >= 24 ? 3 : 4.5);

const withoutText = `
  *, *::placeholder { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important; caret-color: transparent !important }
  svg text, svg tspan { fill: transparent !important; stroke: transparent !important }
`;

/** A toast disappears by itself after four seconds, so a dialog is measured without the toasts that cover it. */
const withoutToasts = '[data-sonner-toaster] { visibility: hidden !important }';

/** Hides the page's text, so that a screenshot shows what is behind it; returns a function that shows it again. */
async function hideText(page: Page, root: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    },
    root === 'body' ? withoutText : withoutText + withoutToasts,
  );
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** A screenshot of the whole page, compressed for speed: Playwright's own takes twice the CPU time to write and to read. */
async function wholePage(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...cssContentSize, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/**
 * Lines of the page's text with too little contrast to the pixels really behind them, one sentence each.
 * @param root where they were read: a dialog, when what is under it does not count
 */
export async function contrastFaults(page: Page, runs: readonly TextRun[], root = 'body'): Promise<string[]> {
  if (runs.length === 0) throw new Error('No text was found, so nothing was measured.');
  const restore = await hideText(page, root);
  // A screenshot of the whole page resizes it, which closes open lists.
  const picture = decodePng(await (root === 'body' ? wholePage(page) : page.screenshot()));
  await restore();
  const isInPicture = ({ left, top, right, bottom }: Box) =>
    right > 0 && bottom > 0 && left < picture.width && top < picture.height;
  const faults = runs.flatMap((run) => {
    if (run.kind === 'sign' || !isInPicture(run.line)) return [];
    const ratio = contrastOver(picture, run.ink, run.colour);
    const needed = neededFor(run.size);
    const isEnough = ratio >= needed;
    return isEnough ? [] : [`“${run.text}” in ${run.where} has ${ratio.toFixed(2)}:1, ${needed} are needed`];
  });
  return [...new Set(faults)];
}

interface PlatformFont {
  familyName: string;
  isCustomFont: boolean;
  glyphCount: number;
}

/** The texts inside an element that Chromium has drawn in a font of the system. Only pictographs may be. */
export async function foreignTexts(page: Page, within = 'body'): Promise<string[]> {
  // Chromium reports the fonts of an element's own text, and two thirds of the elements have none.
  await page.evaluate(async (all) => {
    // A verse is drawn in a face of the system for its first moment, lest its own face be waited for (app/ui/scripture.css).
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    await document.fonts.ready;
    const isText = ({ nodeType, nodeValue }: Node) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '';
    for (const element of document.querySelectorAll(all)) {
      const hasContent = ['::before', '::after', '::marker'].some(
        (part) => !/^(none|normal|"")$/.test(getComputedStyle(element, part).content),
      );
      const hasText =
        [...element.childNodes].some(isText) ||
        hasContent ||
        element.matches('input, select, option, li, summary');
      element.toggleAttribute('data-has-text', hasText);
    }
  }, `${within} *`);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: `${within} [data-has-text]`,
  });
  const foreign: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = (await session.send('CSS.getPlatformFontsForNode', { nodeId })) as {
      fonts: PlatformFont[];
    };
    if (fonts.every(({ isCustomFont }) => isCustomFont)) continue;
    const { outerHTML } = await session.send('DOM.getOuterHTML', { nodeId });
    const names = fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
    if (!/\p{Extended_Pictographic}/u.test(outerHTML)) foreign.push(`${names}: ${outerHTML.slice(0, 200)}`);
  }
  return foreign;
}
