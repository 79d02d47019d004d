import { expect } from './fixtures.ts';
import type { Visitor } from './visitor.ts';

/**
 * Runs in the page: keeps in `window.heard` what a screen reader would say, in order.
 * - The name, the fault and the description of what gets the focus.
 * - A new name of what has the focus.
 * - The active option of a list.
 * - What is added to a live region.
 */
function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });

  function wordsOf(node: Node): string {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) {
      if (text instanceof Text) words.push(text.data.trim());
    }
    return words.filter(Boolean).join(' ');
  }
  const referred = (element: Element, attribute: string) =>
    (element.getAttribute(attribute) ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
      .map((target) => (target ? wordsOf(target) : ''))
      .join(' ')
      .trim();
  function nameOf(element: Element): string {
    const label = (element as HTMLInputElement).labels?.[0];
    const ownWords = element.matches('input, select, dialog, section, main') ? '' : wordsOf(element);
    const name = element.ariaLabel ?? (referred(element, 'aria-labelledby') || (label && wordsOf(label)));
    const isValue = element.role === 'combobox' && label !== undefined;
    return [name || ownWords, isValue && ownWords].filter(Boolean).join(': ');
  }
  function describe(element: Element): string {
    const isInvalid = element.ariaInvalid === 'true';
    const parts = [nameOf(element), isInvalid && 'invalid', referred(element, 'aria-describedby')];
    return parts.filter(Boolean).join(', ');
  }

  let dialog: Element | null = null;
  let focused: Element | null = null;
  let name = '';
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const around = target.closest('dialog, [role="dialog"]');
    if (around && around !== dialog) heard.push(`dialog: ${describe(around)}`);
    dialog = around;
    focused = target;
    name = nameOf(target);
    heard.push(`focus: ${describe(target)}`);
  });

  const regions = '[aria-live], [role="status"], [role="alert"]';
  /** The live region around a node, if it is one that is read out now. */
  function regionOf(node: Node): Element | undefined {
    const element = node instanceof Element ? node : node.parentElement;
    const region = element?.closest(regions);
    if (!region || region.getAttribute('aria-live') === 'off') return undefined;
    const modal = document.querySelector('dialog:modal');
    if (modal && !modal.contains(region)) return undefined;
    return region;
  }
  new MutationObserver((changes) => {
    const news = new Map<Element, string>();
    for (const { type, target, addedNodes } of changes) {
      if (type === 'attributes') {
        const option = document.getElementById(
          (target as Element).getAttribute('aria-activedescendant') ?? '',
        );
        if (option && target === document.activeElement) heard.push(`option: ${wordsOf(option)}`);
        continue;
      }
      const region = regionOf(target);
      const isWhole = region?.matches('[role="status"], [role="alert"]');
      if (region && isWhole) news.set(region, wordsOf(region));
      else if (region) news.set(region, [...addedNodes].map(wordsOf).join(' '));
      for (const node of addedNodes) {
        // An alert is read out although it comes with its words.
        if (node instanceof Element && node.role === 'alert') news.set(node, wordsOf(node));
      }
    }
    for (const words of news.values()) if (words) heard.push(`said: ${words}`);
    if (focused && focused === document.activeElement && nameOf(focused) !== name) {
      name = nameOf(focused);
      heard.push(`name: ${name}`);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['aria-activedescendant'],
  });
}

/** Opens a path of the site, and from then on keeps what is read out there. */
export async function openAndListen(visitor: Visitor, path: string): Promise<void> {
  await visitor.open(path);
  await visitor.evaluate(listen);
}

const heardBy = (visitor: Visitor) =>
  visitor.evaluate(() => (window as unknown as { heard: string[] }).heard);

const forget = (visitor: Visitor) =>
  visitor.evaluate(() => {
    (window as unknown as { heard: string[] }).heard.length = 0;
  });

/** What was read out since the last time. */
export async function takeHeard(visitor: Visitor): Promise<string[]> {
  const heard = await heardBy(visitor);
  await forget(visitor);
  return heard;
}

/** Waits until exactly this was read out, in order, since the last time. */
export async function expectHeard(visitor: Visitor, ...lines: (string | RegExp)[]): Promise<void> {
  const wanted = lines.map((line) => (line instanceof RegExp ? expect.stringMatching(line) : line));
  await expect.poll(() => heardBy(visitor)).toEqual(wanted);
  await takeHeard(visitor);
}

/** Presses Tab, and waits until the focus has moved: a busy WebKit moves it after it has answered. From the page's end it may go nowhere. */
async function pressTab(visitor: Visitor): Promise<void> {
  await forget(visitor);
  await visitor.keys('Tab');
  await visitor.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { heard } = window as unknown as { heard: string[] };
        const look = (looks: number) => {
          if (heard.length > 0 || looks === 0) resolve();
          else setTimeout(look, 20, looks - 1);
        };
        look(100);
      }),
  );
}

/** More than any page has stops. */
const mostTabs = 120;

/** Presses Tab until an element has the focus, and forgets what was read out on the way. */
export async function tabTo(visitor: Visitor, selector: string): Promise<void> {
  const hasFocus = () =>
    visitor.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let presses = 0; presses < mostTabs; presses += 1) {
    await pressTab(visitor);
    if (await hasFocus()) return forget(visitor);
  }
  throw new Error(`Tab does not reach ${selector}.`);
}
