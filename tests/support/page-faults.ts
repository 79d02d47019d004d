import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { parts } from './parts.ts';
import { untilStill } from './scenes.ts';

type AxeScope = Pick<axe.RunOptions, 'runOnly' | 'rules'> & { within?: readonly string[] | undefined };

/**
 * The violations that axe finds on the page in its current state, one sentence each.
 * @param scope `within` has selectors of the parts to check, each of which must match; without it the whole page is checked
 */
export async function axeFindings(page: Page, scope: AxeScope): Promise<string[]> {
  // Reading its source again takes as long as a third of what it does.
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async ({ within, ...options }) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const scope = within ? { include: within.map((selector) => [selector]) } : document;
    const { violations } = await inPage.run(scope, { resultTypes: ['violations'], ...options });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  }, scope);
}

const controls = 'a[href], button, input, summary, [role="option"]';

/** Runs in the page: the controls among these that can be seen. */
function findControls(selector: string): HTMLElement[] {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  if (found.length === 0) throw new Error('No control was found, so nothing was checked.');
  return found;
}

type Ask = (controls: HTMLElement[], selectors: typeof parts) => string[];

/** Calls a function in the page with the controls that can be seen there. */
const askOfControls = (page: Page, selector: string, ask: Ask) =>
  page.evaluate<string[]>(
    `(${ask})((${findControls})(${JSON.stringify(selector)}), ${JSON.stringify(parts)})`,
  );

/** Runs in the page. */
function findCovered(controls: HTMLElement[], { toaster }: typeof parts): string[] {
  // WCAG 2.5.8 asks for 24 px; the art direction for 44. Links inside sentences are as high as their line.
  const smallest = 44;
  const name = (element: Element) => element.outerHTML.slice(0, 120);
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();
  const faults = controls.flatMap((control) => {
    // A sticky element moves while the page is scrolled to it, so scrolling once is not enough.
    for (let tries = 0; tries < 3; tries += 1)
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const rect = control.getClientRects()[0];
    if (!rect || rect.width <= 1) return [];
    const isSmall = !isInSentence(control) && Math.min(rect.height, rect.width) < smallest - 0.5;
    const points = [
      [0.5, 0.5],
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const;
    const hits = points.map(([across, down]) =>
      document.elementFromPoint(rect.left + rect.width * across, rect.top + rect.height * down),
    );
    // A toast disappears by itself after four seconds.
    const isOwn = (hit: Element | null) =>
      hit && (control.contains(hit) || hit.closest('label')?.control === control || hit.closest(toaster));
    const other = hits.findIndex((hit) => !isOwn(hit));
    const cover = hits[other];
    return [
      ...(isSmall ? [`is ${rect.width} × ${rect.height} px, less than ${smallest}`] : []),
      ...(other >= 0 ? [cover ? `is covered by ${name(cover)}` : 'cannot be scrolled into view'] : []),
    ].map((fault) => `${name(control)} ${fault}`);
  });
  for (const each of document.querySelectorAll('html, body *'))
    if (each.scrollTop > 0) each.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}

/**
 * Controls that something covers, or that are too small for a finger, one sentence each. Every control is scrolled into view and
 * hit-tested at five points.
 * @param root where to look: a dialog, when what is under it does not count
 */
export const controlFaults = (page: Page, root = 'body') =>
  askOfControls(page, `${root} :is(${controls}):not(${parts.skipLink}, [inert] *)`, findCovered);

/** Runs in the page. */
function findUnseen(controls: HTMLElement[], { joinField, button }: typeof parts): string[] {
  const isSeen = (colour: string) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  const groundOf = (element: Element | null): string => {
    if (!element) return 'none';
    const { backgroundColor } = getComputedStyle(element);
    return isSeen(backgroundColor) ? backgroundColor : groundOf(element.parentElement);
  };
  return controls.flatMap((control) => {
    const behind = groundOf(control.parentElement);
    const stands = (colour: string) => isSeen(colour) && colour !== behind;
    const style = getComputedStyle(control);
    // A field joined with its button has the edge of the element around both.
    const framed = control.matches(`${joinField} > input`) ? control.parentElement : control;
    const edge = getComputedStyle(framed ?? control);
    const hasEdge = edge.borderTopStyle !== 'none' && Number.parseFloat(edge.borderTopWidth) >= 1;
    const isDrawn = control.textContent.trim() === '' && control.querySelector('svg') !== null;
    const needsShape = control.matches(`button, input, ${button}, [role="button"]`) && !isDrawn;
    const hasShape =
      (hasEdge && stands(edge.borderTopColor)) ||
      stands(style.backgroundColor) ||
      style.textDecorationLine === 'underline';
    const isIconLost = isDrawn && style.color === groundOf(control);
    control.blur();
    control.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    const hasRing = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && stands(outlineColor);
    return [
      ...(needsShape && !hasShape ? ['has neither an edge nor a ground of its own'] : []),
      ...(isIconLost ? ['has an icon of the colour of its ground'] : []),
      ...(document.activeElement === control && !hasRing ? ['shows no focus'] : []),
    ].map((fault) => `${control.outerHTML.slice(0, 120)} ${fault} on ${behind}`);
  });
}

/**
 * Controls that lose their edge, their icon or their focus ring, one sentence each.
 * @param root where to look: a dialog, when what is under it does not count
 */
export const forcedColourFaults = (page: Page, root = 'body') =>
  askOfControls(page, `${root} :is(${controls}, [tabindex="0"])`, findUnseen);

/** Ids that more than one element of the page has. */
export const doubledIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });

/** Headlines with a word that is wider than its line, which breaks it at any letter and without a hyphen: a sentence each. */
export const brokenHeadlines = (page: Page, root = 'body') =>
  page.evaluate(
    (within) =>
      [...document.querySelectorAll<HTMLElement>(`${within} :is(h1, h2, h3)`)].flatMap((headline) => {
        headline.style.overflowWrap = 'normal';
        const by = headline.scrollWidth - headline.clientWidth;
        headline.style.overflowWrap = '';
        return by > 1 ? [`A word of “${headline.textContent}” is ${by} px wider than its line.`] : [];
      }),
    root,
  );

/** A sentence that says how far the page can be scrolled sideways; empty when it cannot. */
export function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const by = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return by > 0 ? [`The page can be scrolled sideways by ${by} px.`] : [];
  });
}

/** Sets the visitor’s own text size in Chromium: usually 16 px. Everything measured in rem grows, and the breakpoints with it. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}

/**
 * Spaces all text as WCAG 1.4.12 asks a page to bear: lines, paragraphs, letters and words. Drawn text is part of a picture.
 * @returns takes the spacing away again
 */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(`
      *:not(svg, svg *) {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-bottom: 2em !important }
    `);
    document.adoptedStyleSheets.push(spacing);
  });
  await untilStill(page);
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/**
 * Like a browser that zooms text only: every font size doubles, boxes and gaps keep their size. Resolves a few frames later,
 * when anchored elements such as an open list have followed.
 */
export async function doubleFonts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')].filter((each) => each instanceof HTMLElement);
    const fonts = elements.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element);
      return { element, size: Number.parseFloat(fontSize), height: Number.parseFloat(lineHeight) };
    });
    for (const { element, size, height } of fonts) {
      element.style.setProperty('font-size', `${2 * size}px`, 'important');
      if (height) element.style.setProperty('line-height', String(height / size), 'important');
    }
  });
  await untilStill(page);
}

/**
 * Stars of a sky that are less than 12 px away from a word or a control, a sentence each. They would be read as a part of it.
 */
export function starFaults(page: Page): Promise<string[]> {
  const selectors = { others: controls, stars: parts.starsOfSky };
  return page.evaluate(({ others, stars }) => {
    const distance = 12;
    const rectsOf = (node: Node): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const taken = [...document.querySelectorAll(others)].map((each) => ({
      rects: [...each.getClientRects()],
      name: each.outerHTML.slice(0, 120),
    }));
    while (walker.nextNode()) {
      const { currentNode } = walker;
      taken.push({ rects: rectsOf(currentNode), name: `“${currentNode.textContent?.trim()}”` });
    }
    const isNear = (star: DOMRect, rect: DOMRect) =>
      rect.width > 1 &&
      star.right > rect.left - distance &&
      star.left < rect.right + distance &&
      star.bottom > rect.top - distance &&
      star.top < rect.bottom + distance;
    return [...document.querySelectorAll(stars)]
      .map((circle) => circle.getBoundingClientRect())
      .filter((star) => star.width > 0)
      .flatMap((star) =>
        taken
          .filter(({ rects }) => rects.some((rect) => isNear(star, rect)))
          .map(
            ({ name }) => `A star at ${Math.round(star.x)}, ${Math.round(star.y)} is too near to ${name}.`,
          ),
      );
  }, selectors);
}
