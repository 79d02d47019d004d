import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { untilStill } from './scenes.ts';

/** The only rules whose outcome depends on colours. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

interface AxeScope {
  /** The ids of the only rules to run. */
  only?: readonly string[];
  /** The ids of rules not to run. */
  without?: readonly string[];
  /** Selectors of the parts of the page to check, each of which must match; without it the whole page is checked. */
  within?: readonly string[] | undefined;
}

/** The violations that axe finds on the page in its current state, one sentence each. */
export async function axeFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // axe would measure what the browser has not laid out yet (verses further down) against the wrong background.
  await page.locator('.footer-verse, .scripture').evaluateAll((figures) => {
    for (const figure of figures)
      if (figure instanceof HTMLElement) figure.style.contentVisibility = 'visible';
  });
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async ({ only, without, within }) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const { violations } = await inPage.run(
      within ? { include: within.map((selector) => [selector]) } : document,
      {
        resultTypes: ['violations'],
        ...(only ? { runOnly: [...only] } : {}),
        rules: Object.fromEntries((without ?? []).map((rule) => [rule, { enabled: false }])),
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    );
  }, scope);
}

/** WCAG 2.5.8 asks for 24 px; the art direction for 44. Links inside sentences are as high as their line. */
const smallestTarget = 44;

function findCovered({ rootSelector, smallest }: { rootSelector: string; smallest: number }): string[] {
  const root = document.querySelector(rootSelector);
  if (!root) throw new Error(`The page has no ${rootSelector}.`);
  const name = (element: Element | null) =>
    element
      ? element.localName +
        (element.id ? `#${element.id}` : '') +
        [...element.classList]
          .slice(0, 2)
          .map((part) => `.${part}`)
          .join('')
      : 'nothing';
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    element.parentElement?.textContent?.trim() !== element.textContent?.trim();

  const faults: string[] = [];
  const controls = [
    ...root.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role="option"]'),
  ].filter(
    (element) =>
      !element.matches('.skip-link, [inert] *') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  if (controls.length === 0) throw new Error('No control was found, so nothing was checked.');
  for (const control of controls) {
    // A sticky element moves while the page is scrolled to it, so scrolling once is not enough.
    for (let tries = 0; tries < 3; tries += 1)
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const rect = control.getClientRects()[0];
    if (!rect || rect.width <= 1) continue;
    const said = `${name(control)} “${(control.textContent || control.getAttribute('aria-label') || control.id).trim().slice(0, 40)}”`;
    if (!isInSentence(control) && Math.min(rect.height, rect.width) < smallest - 0.5)
      faults.push(
        `${said} is ${rect.width.toFixed(1)} × ${rect.height.toFixed(1)} px: less than ${smallest}`,
      );
    for (const [across, down] of [
      [0.5, 0.5],
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const [x, y] = [rect.left + rect.width * across, rect.top + rect.height * down];
      const hit = document.elementFromPoint(x, y);
      // A toast disappears by itself after four seconds.
      if (hit?.closest('[data-sonner-toaster]')) continue;
      if (hit && (control.contains(hit) || (hit instanceof HTMLLabelElement && hit.control === control)))
        continue;
      if (!hit) {
        faults.push(`${said} cannot be scrolled into view: it stays at ${x.toFixed(0)}, ${y.toFixed(0)}`);
        break;
      }
      const by = hit.getBoundingClientRect();
      const wide = Math.min(rect.right, by.right) - Math.max(rect.left, by.left);
      const high = Math.min(rect.bottom, by.bottom) - Math.max(rect.top, by.top);
      faults.push(
        `${said} is covered by ${name(hit)} “${hit.textContent.trim().slice(0, 30)}”: ${wide.toFixed(1)} × ${high.toFixed(1)} px`,
      );
      break;
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
  for (const each of document.body.querySelectorAll('*'))
    if (each.scrollTop > 0) each.scrollTo({ top: 0, behavior: 'instant' });
  return faults;
}

/**
 * Controls that something covers, or that are too small for a finger, one sentence each: every control is scrolled
 * into view and hit-tested at five points.
 * @param root where to look: a dialog, when what is under it does not count
 */
export function controlFaults(page: Page, root = 'body'): Promise<string[]> {
  return page.evaluate(findCovered, { rootSelector: root, smallest: smallestTarget });
}

function findUnseen(rootSelector: string): string[] {
  const root = document.querySelector(rootSelector);
  if (!root) throw new Error(`The page has no ${rootSelector}.`);
  const isSeen = (colour: string) => !/^(transparent|rgba\(.*, 0\))$/.test(colour);
  const groundOf = (element: Element | null): string => {
    for (let each = element; each; each = each.parentElement) {
      const { backgroundColor } = getComputedStyle(each);
      if (isSeen(backgroundColor)) return backgroundColor;
    }
    return 'none';
  };
  const faults: string[] = [];
  const controls = [
    ...root.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role="option"], [tabindex="0"]'),
  ].filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  if (controls.length === 0) throw new Error('No control was found, so nothing was checked.');
  for (const control of controls) {
    const said = `${control.localName}.${control.className} “${(control.textContent || control.ariaLabel || control.id).trim().slice(0, 40)}”`;
    const style = getComputedStyle(control);
    const behind = groundOf(control.parentElement);
    const isDrawn = control.textContent.trim() === '' && control.querySelector('svg') !== null;
    if (control.matches('button, input, .button, [role="button"]') && !isDrawn) {
      // A field joined with its button has the edge of the element around both.
      const framed = control.matches('.join-field > input') ? control.parentElement : control;
      const edge = getComputedStyle(framed ?? control);
      const hasEdge =
        edge.borderTopStyle !== 'none' &&
        Number.parseFloat(edge.borderTopWidth) >= 1 &&
        isSeen(edge.borderTopColor) &&
        edge.borderTopColor !== behind;
      const hasGround = isSeen(style.backgroundColor) && style.backgroundColor !== behind;
      if (!hasEdge && !hasGround)
        faults.push(`${said} has neither an edge nor a ground of its own on ${behind}`);
    }
    if (isDrawn && style.color === groundOf(control))
      faults.push(`${said} has a sign of the colour of its ground, ${style.color}`);
    control.blur();
    control.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(control);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      faults.push(`${said} shows no focus: its outline is ${outlineWidth} ${outlineStyle}`);
    else if (!isSeen(outlineColor) || outlineColor === behind)
      faults.push(`${said} shows no focus: its outline is ${outlineColor} on ${behind}`);
  }
  return faults;
}

/**
 * Controls that lose their edge, their icon or their focus ring, one sentence each.
 * @param root where to look: a dialog, when what is under it does not count
 */
export function forcedColourFaults(page: Page, root = 'body'): Promise<string[]> {
  return page.evaluate(findUnseen, root);
}

/** A sentence that says how far the page can be scrolled sideways; empty when it cannot. */
export function sidewaysFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const by = document.documentElement.scrollWidth - innerWidth;
    return by > 0 ? [`The page can be scrolled sideways by ${by} px.`] : [];
  });
}

/** Sets the visitor’s own text size to double, in Chromium. Everything measured in rem grows, and the breakpoints with it. */
export async function doubleTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
}

/** Sets the visitor’s text size back to what it usually is. */
export async function resetTextSize(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
}

/**
 * Like a browser that zooms text only: every font size doubles, boxes and gaps keep their size. Resolves a few frames later,
 * when anchored elements such as an open list have followed.
 */
export async function doubleFonts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')].filter(
      (element) => element instanceof HTMLElement,
    );
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
