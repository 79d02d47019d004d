import type { Page } from '@playwright/test';
import type { Box, Colour } from './pixels.ts';

/** An element that something is measured against. */
interface Frame {
  /** Where in the page: the element and its two nearest ancestors. */
  where: string;
  box: Box;
}

/** One line of one piece of text, in pixels from the page's top left corner. */
export interface TextRun {
  text: string;
  where: string;
  /** As wide as the text, as high as its font's ascent and descent. */
  line: Box;
  /** The line without the empty space above and below the letters of this text. */
  ink: Box;
  /** The nearest element around it that is not inline: its number in the page, and the element. */
  block: number;
  blockFrame: Frame;
  /** The elements around it that have a background or a border of their own. */
  painted: Frame[];
  /** The elements around it that clip overflow. */
  clips: (Frame & { horizontal: boolean; vertical: boolean })[];
  /** Whether it can be brought into view by scrolling a box sideways. */
  isScrolled: boolean;
  /** 'example': the placeholder of a field, which can be used without reading it. 'sign': the icon of a control without text. */
  kind: 'words' | 'example' | 'sign';
  /** As it appears: with the opacity of everything around it. */
  colour: Colour;
  /** Font size in CSS pixels, with the scale of a drawing applied. */
  size: number;
}

/** Runs in the page. Returns JSON: Playwright would take a tenth of a second to serialise so many objects. */
function collect(rootSelector: string): string {
  const root = document.querySelector(rootSelector);
  if (!root) throw new Error(`The page has no ${rootSelector}.`);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('This browser has no canvas.');
  const blocks: Element[] = [];

  const name = (element: Element) =>
    element.localName +
    (element.id ? `#${element.id}` : '') +
    [...element.classList]
      .slice(0, 2)
      .map((part) => `.${part}`)
      .join('');
  const where = (element: Element) => {
    const path = [element, element.parentElement, element.parentElement?.parentElement];
    return path
      .flatMap((each) => (each?.closest('body > *') ? [name(each)] : []))
      .reverse()
      .join(' > ');
  };
  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({
    left: left + scrollX,
    top: top + scrollY,
    right: right + scrollX,
    bottom: bottom + scrollY,
  });
  const frame = (element: Element): Frame => ({
    where: where(element),
    box: boxOf(element.getBoundingClientRect()),
  });

  const colours = new Map<string, Colour>();
  function colourOf(value: string): Colour {
    const known = colours.get(value);
    if (known) return known;
    if (!canvas) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = value;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red, green, blue, alpha / 255];
    colours.set(value, colour);
    return colour;
  }

  /** The empty shares of the line's height above and below the letters of this text. */
  function emptyShares(text: string, style: CSSStyleDeclaration): [above: number, below: number] {
    if (!canvas) return [0, 0];
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const shown = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
    const measured = canvas.measureText(shown);
    const height = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
    return [
      (measured.fontBoundingBoxAscent - measured.actualBoundingBoxAscent) / height,
      (measured.fontBoundingBoxDescent - measured.actualBoundingBoxDescent) / height,
    ];
  }

  function surroundings(element: Element) {
    const painted: Frame[] = [];
    const clips: TextRun['clips'] = [];
    let block: Element | undefined;
    let [opacity, isHidden] = [1, false];
    let scroller: Element | undefined;
    // A drawing may extend beyond its band: what is behind its words is measured on pixels instead.
    const isDrawn = element instanceof SVGElement;
    // An element taken out of the flow need not lie within the backgrounds, nor under the clips, of what it was taken out of.
    let [leftFlow, leftClips] = [false, false];
    for (
      let each: Element | null = element;
      each && each !== document.documentElement;
      each = each.parentElement
    ) {
      const style = getComputedStyle(each);
      const rect = each.getBoundingClientRect();
      opacity *= Number(style.opacity);
      const isInline =
        style.display === 'inline' || style.display === 'contents' || each.localName === 'tspan';
      if (!isInline) block ??= each;
      if (leftClips && style.position !== 'static') leftClips = false;
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
      if (cuts(style.overflowX) && rect.width <= 1 && rect.height <= 1) isHidden = true;
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) scroller ??= each;
      else if (!isInline && !scroller && !leftClips && (cuts(style.overflowX) || cuts(style.overflowY)))
        clips.push({ ...frame(each), horizontal: cuts(style.overflowX), vertical: cuts(style.overflowY) });
      const hasGround = (colourOf(style.backgroundColor)[3] ?? 0) > 0.02 || style.backgroundImage !== 'none';
      const hasEdge = ['Top', 'Left'].every(
        (side) =>
          Number.parseFloat(style[`border${side as 'Top'}Width`]) > 0 &&
          (colourOf(style[`border${side as 'Top'}Color`])[3] ?? 0) > 0,
      );
      const isAround = each !== document.body && !isInline && !leftFlow && !isDrawn && !scroller;
      if (isAround && (hasGround || hasEdge)) painted.push(frame(each));
      if (style.position === 'absolute') [leftFlow, leftClips] = [true, true];
      if (style.position === 'fixed') break;
    }
    return { painted, clips, scroller, opacity, isHidden, block: block ?? element };
  }

  const runs: TextRun[] = [];
  function add(
    element: Element,
    text: string,
    rects: Iterable<DOMRect>,
    style: CSSStyleDeclaration,
    kind: TextRun['kind'] = 'words',
  ): void {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return;
    const { opacity, isHidden, block, scroller, ...around } = surroundings(element);
    if (isHidden) return;
    const isDrawn = element instanceof SVGGraphicsElement;
    const scale = isDrawn ? Math.abs(element.getScreenCTM()?.d ?? 1) : 1;
    const [red, green, blue, alpha] = colourOf(isDrawn ? style.fill : style.color);
    const fill = isDrawn ? Number(style.fillOpacity) : 1;
    const [above, below] = emptyShares(text, style);
    if (!blocks.includes(block)) blocks.push(block);
    for (const rect of rects) {
      if (rect.width === 0 || rect.height === 0) continue;
      const view = scroller?.getBoundingClientRect();
      if (view && (rect.top < view.top || rect.bottom > view.bottom)) continue;
      const line = boxOf(rect);
      runs.push({
        ...around,
        isScrolled: scroller !== undefined,
        kind: element instanceof HTMLInputElement && !element.value ? 'example' : kind,
        text: text.length > 40 ? `${text.slice(0, 39)}…` : text,
        where: where(element),
        line,
        ink: { ...line, top: line.top + rect.height * above, bottom: line.bottom - rect.height * below },
        block: blocks.indexOf(block),
        blockFrame: frame(block),
        colour: [red, green, blue, alpha * opacity * fill],
        size: Number.parseFloat(style.fontSize) * scale,
      });
    }
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.replace(/\s+/g, ' ').trim();
    const element = node.parentElement;
    if (!text || !element) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A link that is visible only while it has the focus.
    if (element.closest('.skip-link:not(:focus)')) continue;
    add(element, text, range.getClientRects(), getComputedStyle(element));
  }
  for (const field of root.querySelectorAll('input')) {
    const own = getComputedStyle(field);
    const style = field.value ? own : getComputedStyle(field, '::placeholder');
    const text = field.value || field.placeholder;
    canvas.font = `${own.fontWeight} ${own.fontSize} ${own.fontFamily}`;
    const { left, top, height } = field.getBoundingClientRect();
    const size = Number.parseFloat(own.fontSize) * 1.2;
    const start = left + Number.parseFloat(own.paddingLeft) + Number.parseFloat(own.borderLeftWidth);
    const room = field.clientWidth - Number.parseFloat(own.paddingLeft) - Number.parseFloat(own.paddingRight);
    // A typed text that is too long can be scrolled; a placeholder that is too long cannot be read.
    const width = Math.min(canvas.measureText(text).width, field.value ? room : Number.POSITIVE_INFINITY);
    add(field, text, [new DOMRect(start, top + (height - size) / 2, width, size)], style);
  }
  for (const control of root.querySelectorAll('button, a')) {
    const sign = control.textContent.trim() === '' ? control.querySelector('svg') : null;
    if (!sign) continue;
    add(control, control.ariaLabel ?? '', [sign.getBoundingClientRect()], getComputedStyle(control), 'sign');
  }
  return JSON.stringify(runs);
}

/**
 * Every line of text that the page shows.
 * @param root where to look: a dialog, when what is under it does not count
 */
export async function readTextRuns(page: Page, root = 'body'): Promise<TextRun[]> {
  return JSON.parse(await page.evaluate(collect, root));
}
