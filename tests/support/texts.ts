import type { Page } from '@playwright/test';
import { parts } from './parts.ts';
import { type Box, type Colour, contrastOver, decodePng } from './pixels.ts';

/** One line of one piece of text. */
interface TextLine {
  /** The text and its element. */
  said: string;
  /** In pixels from the page's top left corner, without the empty space above and below the letters of this text. */
  ink: Box;
  /** As it appears: with the opacity of everything around it. */
  colour: Colour;
  /** Font size in CSS pixels, with the scale of a drawing applied. */
  size: number;
  /** Whether it is the icon of a control without text. */
  isIcon: boolean;
  /** Whether it is part of a drawing. */
  isDrawn: boolean;
}

interface Texts {
  lines: TextLine[];
  /** Text that leaves the page, its box or a background or border around it, is cut off, or overlaps another: a sentence each. */
  faults: string[];
}

interface Collected {
  rootSelector: string;
  skipLink: string;
  withExamples: boolean;
}

/** Runs in the page. Returns JSON: Playwright would take a tenth of a second to serialise so many objects. */
function collect({ rootSelector, skipLink, withExamples }: Collected): string {
  const root = document.querySelector(rootSelector);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!root || !canvas) throw new Error(`The page has no ${rootSelector}.`);

  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
  });

  const colours = new Map<string, Colour>();
  function colourOf(value: string): Colour {
    const known = colours.get(value);
    if (known || !canvas) return known ?? [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = value;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    colours.set(value, colour);
    return colour;
  }

  /** A line without its empty space above and below the letters of this text. */
  function inkOf(line: Box, text: string, style: CSSStyleDeclaration): Box {
    if (!canvas) return line;
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const measured = canvas.measureText(style.textTransform === 'uppercase' ? text.toUpperCase() : text);
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measured;
    const share = (line.bottom - line.top) / (ascent + descent);
    return {
      ...line,
      top: line.top + share * (ascent - measured.actualBoundingBoxAscent),
      bottom: line.bottom - share * (descent - measured.actualBoundingBoxDescent),
    };
  }

  /** What is around an element: what has a background or a border of its own, what cuts off, and what can be scrolled. */
  function surroundings(element: Element) {
    const painted: Element[] = [];
    const clips: { clip: Element; sides: (keyof Box)[] }[] = [];
    let block: Element | undefined;
    let opacity = 1;
    let isHidden = false;
    let scroller: Element | undefined;
    // A drawing may extend beyond its band: what is behind its words is measured on pixels instead.
    const isDrawn = element instanceof SVGElement;
    // An element taken out of the flow need not lie within the backgrounds, nor under the clips, of what it was taken out of.
    let leftFlow = false;
    let leftClips = false;
    const root = document.documentElement;
    for (let each: Element | null = element; each && each !== root; each = each.parentElement) {
      const style = getComputedStyle(each);
      const rect = each.getBoundingClientRect();
      opacity *= Number(style.opacity);
      const isInline =
        style.display === 'inline' || style.display === 'contents' || each.localName === 'tspan';
      if (!isInline && !block) block = each;
      if (leftClips && style.position !== 'static') leftClips = false;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if (cuts(style.overflowX) && rect.width <= 1 && rect.height <= 1) isHidden = true;
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) {
        if (!scroller) scroller = each;
      } else if (!isInline && !scroller && !leftClips) {
        if (cuts(style.overflowX)) clips.push({ clip: each, sides: ['left', 'right'] });
        if (cuts(style.overflowY)) clips.push({ clip: each, sides: ['top', 'bottom'] });
      }
      const hasGround = colourOf(style.backgroundColor)[3] > 0.02 || style.backgroundImage !== 'none';
      const hasEdge = (['Top', 'Left'] as const).every(
        (side) =>
          Number.parseFloat(style[`border${side}Width`]) > 0 && colourOf(style[`border${side}Color`])[3] > 0,
      );
      const isAround = each !== document.body && !isInline && !leftFlow && !isDrawn && !scroller;
      if (isAround && (hasGround || hasEdge)) painted.push(each);
      if (style.position === 'absolute') {
        leftFlow = true;
        leftClips = true;
      }
      if (style.position === 'fixed') break;
    }
    return { painted, clips, scroller, opacity, isHidden, block: block ?? element };
  }

  type Line = TextLine & ReturnType<typeof surroundings> & { line: Box };
  const lines: Line[] = [];
  function add(
    element: Element,
    text: string,
    rects: Iterable<DOMRect>,
    style: CSSStyleDeclaration,
    isIcon = false,
  ): void {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const around = surroundings(element);
    if (around.isHidden) return;
    const isDrawn = element instanceof SVGGraphicsElement;
    const scale = isDrawn ? Math.abs(element.getScreenCTM()?.d ?? 1) : 1;
    const [red, green, blue, alpha] = colourOf(isDrawn ? style.fill : style.color);
    const fill = isDrawn ? Number(style.fillOpacity) : 1;
    for (const rect of rects) {
      if (rect.width === 0 || rect.height === 0) continue;
      const view = around.scroller?.getBoundingClientRect();
      if (view && (rect.top < view.top || rect.bottom > view.bottom)) continue;
      const line = boxOf(rect);
      lines.push({
        ...around,
        said: `“${text.slice(0, 40)}” in ${element.outerHTML.slice(0, 80)}`,
        isIcon,
        isDrawn,
        line,
        ink: inkOf(line, text, style),
        colour: [red, green, blue, alpha * around.opacity * fill],
        size: Number.parseFloat(style.fontSize) * scale,
      });
    }
  }

  function addTexts(within: Element): void {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.replace(/\s+/g, ' ').trim();
      const element = node.parentElement;
      // A link that is visible only while it has the focus.
      if (!text || !element || element.closest(`${skipLink}:not(:focus)`)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      add(element, text, range.getClientRects(), getComputedStyle(element));
    }
  }

  /** What fields hold, or their placeholders. */
  function addFields(within: Element, measure: CanvasRenderingContext2D): void {
    for (const field of within.querySelectorAll('input')) {
      if (!field.value && !withExamples) continue;
      const style = getComputedStyle(field);
      const text = field.value || field.placeholder;
      measure.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const { left, top, height } = field.getBoundingClientRect();
      const lineHeight = Number.parseFloat(style.fontSize) * 1.2;
      const paddings = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const start = left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
      const textWidth = measure.measureText(text).width;
      // A typed text that is too long can be scrolled; a placeholder that is too long cannot be read.
      const width = field.value ? Math.min(textWidth, field.clientWidth - paddings) : textWidth;
      const rect = new DOMRect(start, top + (height - lineHeight) / 2, width, lineHeight);
      add(field, text, [rect], field.value ? style : getComputedStyle(field, '::placeholder'));
    }
  }

  function addIcons(within: Element): void {
    for (const control of within.querySelectorAll('button, a')) {
      const icon = control.textContent.trim() === '' ? control.querySelector('svg') : null;
      if (!icon) continue;
      add(control, control.ariaLabel ?? '', [icon.getBoundingClientRect()], getComputedStyle(control), true);
    }
  }

  addTexts(root);
  addFields(root, canvas);
  addIcons(root);
  if (lines.length === 0) throw new Error('No text was found, so nothing was checked.');

  // Half a pixel is the browser's own rounding; a whole one is where an eye begins to see it.
  const tolerance = 1;
  const across = ['left', 'right'] as const;
  const page = { left: 0, top: 0, right: innerWidth, bottom: 0 };
  const boxOfElement = (element: Element) => boxOf(element.getBoundingClientRect());
  const tagOf = (element: Element) => element.outerHTML.slice(0, 80);

  /** By how much a box extends beyond another, on the side where it is most. */
  const excess = (inner: Box, outer: Box, sides: readonly (keyof Box)[]) =>
    Math.max(...sides.map((side) => (outer[side] - inner[side]) * (/left|top/.test(side) ? 1 : -1)));

  /** What is wrong, and by how many pixels. */
  interface Fault {
    what: string;
    by: number;
  }

  /** Where a line leaves the page, its box, or a ground or an edge around it. What can be scrolled is not wrong. */
  function leaving({ line, ink, block, scroller, painted }: Line): Fault[] {
    if (scroller) return [];
    const letters = { ...ink, left: line.left, right: line.right };
    return [
      { what: 'leaves the page', by: excess(line, page, across) },
      { what: 'overflows its box', by: excess(line, boxOfElement(block), across) },
      ...painted.map((each) => ({
        what: `sticks out of ${tagOf(each)}`,
        by: excess(letters, boxOfElement(each), [...across, 'top', 'bottom']),
      })),
    ];
  }

  function cutOff({ line, ink, clips }: Line): Fault[] {
    const letters = { ...ink, left: line.left, right: line.right };
    return clips.map(({ clip, sides }) => ({
      what: `is cut off by ${tagOf(clip)}`,
      by: excess(letters, boxOfElement(clip), sides),
    }));
  }

  function overlapping(one: Line, others: readonly Line[]): Fault[] {
    return others
      .filter(({ block }) => block !== one.block)
      .map(({ line, ink, said }) => {
        const wide = Math.min(one.line.right, line.right) - Math.max(one.line.left, line.left);
        const high = Math.min(one.ink.bottom, ink.bottom) - Math.max(one.ink.top, ink.top);
        return { what: `overlaps ${said}`, by: Math.min(wide, high) };
      });
  }

  const faults = lines.flatMap((line, index) =>
    [...leaving(line), ...cutOff(line), ...overlapping(line, lines.slice(index + 1))]
      .filter(({ by }) => by > tolerance)
      .map(({ what, by }) => `${line.said} ${what} by ${by.toFixed(1)} px`),
  );
  const kept = lines.map(({ said, ink, colour, size, isIcon, isDrawn }) => ({
    said,
    ink,
    colour,
    size,
    isIcon,
    isDrawn,
  }));
  return JSON.stringify({ lines: kept, faults } satisfies Texts);
}

/**
 * Every line of text that the page shows, and what is wrong with where they stand.
 * @param root where to look: a dialog, when what is under it does not count
 * @param withExamples whether placeholders count: with larger text one may be longer than its field, whose label is whole
 */
export async function readTexts(page: Page, root = 'body', withExamples = true): Promise<Texts> {
  return JSON.parse(
    await page.evaluate(collect, { rootSelector: root, skipLink: parts.skipLink, withExamples }),
  );
}

/** WCAG 2.2, 1.4.3: 4.5 to 1, or 3 to 1 for text from 24 px on. */
const neededFor = (size: number): number => (size >= 24 ? 3 : 4.5);

/** A toast disappears by itself after four seconds, so a dialog is measured without the toasts that cover it. */
const withoutText = (root: string) => `
  *, *::placeholder { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important; text-shadow: none !important; caret-color: transparent !important }
  svg text, svg tspan { fill: transparent !important; stroke: transparent !important }
  ${root === 'body' ? '' : `${parts.toaster} { visibility: hidden !important }`}
`;

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
 * @param root where to look: a dialog, when what is under it does not count
 * @param only of which texts: with forced colours the browser itself sees to all that are not drawn
 */
export async function contrastFaults(
  page: Page,
  root = 'body',
  only: 'all' | 'drawn' = 'all',
): Promise<string[]> {
  const texts = await readTexts(page, root);
  const lines = texts.lines.filter(({ isDrawn }) => isDrawn || only === 'all');
  if (lines.length === 0) return [];
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, withoutText(root));
  // A screenshot of the whole page resizes it, which closes open lists.
  const picture = decodePng(await (root === 'body' ? wholePage(page) : page.screenshot()));
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  const faults = lines.flatMap(({ said, ink, colour, size, isIcon }) => {
    const isInPicture =
      ink.right > 0 && ink.bottom > 0 && ink.left < picture.width && ink.top < picture.height;
    if (isIcon || !isInPicture) return [];
    const ratio = contrastOver(picture, ink, colour);
    return ratio < neededFor(size)
      ? [`${said} has ${ratio.toFixed(2)}:1, ${neededFor(size)} are needed`]
      : [];
  });
  return [...new Set(faults)];
}
