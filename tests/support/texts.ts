import type { Page } from '@playwright/test';
import { parts } from './parts.ts';
import { type Box, type Colour, contrastOver, decodePng } from './pixels.ts';
import { placeFaults } from './text-places.ts';

/** One line of one piece of text, and what is around it. */
export interface TextLine {
  /** The text and its element. */
  said: string;
  /** In pixels from the page's top left corner. */
  line: Box;
  /** The same without the empty space above and below the letters of this text. */
  ink: Box;
  /** As it appears: with the opacity of everything around it. */
  colour: Colour;
  /** Font size in CSS pixels, with the scale of a drawing applied. */
  size: number;
  /** Whether it is the icon of a control without text. */
  isIcon: boolean;
  /** Whether it is part of a drawing. */
  isDrawn: boolean;
  /** Whether it lies in something that can be scrolled. */
  isScrolled: boolean;
  /** The nearest element that lays its lines out: the number of the element, as in all that follow. */
  block: number;
  /** What has a background or a border of its own around it. */
  painted: number[];
  /** What cuts it off, and on which sides. */
  clips: { clip: number; sides: (keyof Box)[] }[];
}

/** All texts of a page, as they are measured there. */
export interface MeasuredTexts {
  lines: TextLine[];
  /** The elements around them, by their numbers. */
  elements: { box: Box; tag: string }[];
  pageWidth: number;
}

interface Texts {
  lines: TextLine[];
  /** Text that leaves the page, its box or a background or border around it, is cut off, or overlaps another: a sentence each. */
  faults: string[];
}

interface Wanted {
  rootSelector: string;
  skipLink: string;
  withExamples: boolean;
}

/** Runs in the page. Returns JSON: Playwright would take a tenth of a second to serialise so many objects. */
function measureTexts({ rootSelector, skipLink, withExamples }: Wanted): string {
  const root = document.querySelector(rootSelector);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!root || !canvas) throw new Error(`The page has no ${rootSelector}.`);

  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
  });

  const numbers = new Map<Element, number>();
  function numberOf(element: Element): number {
    const number = numbers.get(element) ?? numbers.size;
    numbers.set(element, number);
    return number;
  }

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

  const cutsOff = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const canScroll = (overflow: string) => overflow === 'auto' || overflow === 'scroll';

  const isInlineBox = (element: Element, { display }: CSSStyleDeclaration) =>
    display === 'inline' || display === 'contents' || element.localName === 'tspan';

  /** Whether only a screen reader gets what an element holds. */
  function isForScreenReader(element: Element, { overflowX }: CSSStyleDeclaration): boolean {
    const { width, height } = element.getBoundingClientRect();
    return cutsOff(overflowX) && width <= 1 && height <= 1;
  }

  function sidesCutOff({ overflowX, overflowY }: CSSStyleDeclaration): (keyof Box)[] {
    return [
      ...(cutsOff(overflowX) ? (['left', 'right'] as const) : []),
      ...(cutsOff(overflowY) ? (['top', 'bottom'] as const) : []),
    ];
  }

  /** Whether an element has a background or a border that can be seen. */
  function isPainted(style: CSSStyleDeclaration): boolean {
    const hasGround = colourOf(style.backgroundColor)[3] > 0.02 || style.backgroundImage !== 'none';
    const hasEdge = (['Top', 'Left'] as const).every(
      (side) =>
        Number.parseFloat(style[`border${side}Width`]) > 0 && colourOf(style[`border${side}Color`])[3] > 0,
    );
    return hasGround || hasEdge;
  }

  /** What is around an element, up to the page itself or what is fixed to the window. */
  function surroundingsOf(element: Element) {
    const painted: Element[] = [];
    const clips: { clip: Element; sides: (keyof Box)[] }[] = [];
    let block: Element | undefined;
    let scroller: Element | undefined;
    let opacity = 1;
    let isHidden = false;
    // A drawing may extend beyond its band: what is behind its words is measured on pixels instead.
    const isDrawn = element instanceof SVGElement;
    // An element taken out of the flow need not lie within the backgrounds, nor under the clips, of what it was taken out of.
    let leftFlow = false;
    let leftClips = false;
    const page = document.documentElement;
    for (let each: Element | null = element; each && each !== page; each = each.parentElement) {
      const style = getComputedStyle(each);
      const isInline = isInlineBox(each, style);
      opacity *= Number(style.opacity);
      if (isForScreenReader(each, style)) isHidden = true;
      if (!isInline && !block) block = each;
      if (style.position !== 'static') leftClips = false;
      if (canScroll(style.overflowX) || canScroll(style.overflowY)) {
        scroller ??= each;
      } else if (!isInline && !scroller && !leftClips) {
        const sides = sidesCutOff(style);
        if (sides.length > 0) clips.push({ clip: each, sides });
      }
      const isAround = each !== document.body && !isInline && !leftFlow && !isDrawn && !scroller;
      if (isAround && isPainted(style)) painted.push(each);
      if (style.position === 'absolute') {
        leftFlow = true;
        leftClips = true;
      }
      if (style.position === 'fixed') break;
    }
    return { painted, clips, scroller, opacity, isHidden, block: block ?? element };
  }

  const lines: TextLine[] = [];
  function add(
    element: Element,
    text: string,
    rects: Iterable<DOMRect>,
    style: CSSStyleDeclaration,
    isIcon = false,
  ): void {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const around = surroundingsOf(element);
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
        said: `“${text.slice(0, 40)}” in ${element.outerHTML.slice(0, 80)}`,
        line,
        ink: inkOf(line, text, style),
        colour: [red, green, blue, alpha * around.opacity * fill],
        size: Number.parseFloat(style.fontSize) * scale,
        isIcon,
        isDrawn,
        isScrolled: around.scroller !== undefined,
        block: numberOf(around.block),
        painted: around.painted.map(numberOf),
        clips: around.clips.map(({ clip, sides }) => ({ clip: numberOf(clip), sides })),
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

  const elements = [...numbers.keys()].map((element) => ({
    box: boxOf(element.getBoundingClientRect()),
    tag: element.outerHTML.slice(0, 80),
  }));
  return JSON.stringify({ lines, elements, pageWidth: innerWidth } satisfies MeasuredTexts);
}

/**
 * Every line of text that the page shows, and what is wrong with where they stand.
 * @param root where to look: a dialog, when what is under it does not count
 * @param withExamples whether placeholders count: with larger text one may be longer than its field, whose label is whole
 */
export async function readTexts(page: Page, root = 'body', withExamples = true): Promise<Texts> {
  const wanted = { rootSelector: root, skipLink: parts.skipLink, withExamples };
  const measured: MeasuredTexts = JSON.parse(await page.evaluate(measureTexts, wanted));
  return { lines: measured.lines, faults: placeFaults(measured) };
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
