import { watchMenu } from './menu.ts';
import { logMissedPath } from './missed-path.ts';
import { afterFirstPaint, afterNextFrame, whenIdle } from './moments.ts';
import { followScroll } from './pill.ts';
import { watchChips } from './sections/blog/filter-articles.ts';
import { watchWaitlistTriggers } from './waitlist/triggers.ts';

/** Signs of somebody who uses the page: the end of a press, for React's start would come between its two halves. */
const acts = ['pointerup', 'keydown'];
/** Signs of somebody who is there: early enough once the page stands, too early before. */
const moves = ['pointermove', 'scroll'];

/** Whether it has all that app/older-browsers.ts would do for it. */
const isYoungBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

let hydration: Promise<void> | undefined;

async function hydrate(): Promise<void> {
  if (!document.querySelector('[data-island]')) return;
  hydration ??= import('./hydrate.tsx').then((module) => module.hydrateIslands());
  await hydration;
}

function isWaitingIsland(target: EventTarget | null): target is HTMLElement {
  return target instanceof Element && target.closest('[data-island]:not([data-hydrated])') !== null;
}

/** The control that was clicked, if only React can answer it: inside an island, or said to be answered by one. */
function controlForReact(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const within = isWaitingIsland(target) ? target.closest<HTMLElement>('[data-needs-script]') : null;
  if (within) return within;
  const control = target.closest<HTMLElement>('[data-answered-by]');
  const island = `[data-island="${control?.dataset.answeredBy}"]:not([data-hydrated])`;
  return document.querySelector(island) && control;
}

/** Holds back a click that React must answer, and gives it once React is there; without React the browser answers it. */
function keepEarlyClick(event: MouseEvent): void {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const control = controlForReact(event.target);
  if (!control || isModified || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  hydrate().then(
    () => control.click(),
    () => control instanceof HTMLAnchorElement && location.assign(control.href),
  );
}

/** Likewise for a form sent early. If React cannot be had, the form is posted as plain HTML: nothing typed is lost. */
function keepEarlySubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!isWaitingIsland(form) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
  hydrate().then(
    () => form.requestSubmit(),
    () => form.submit(),
  );
}

/** React's start is the longest task of a page: what the sign asked for is answered, and shown, before it. */
function hydrateOn(signs: readonly string[]): void {
  const begin = () => afterNextFrame(() => void hydrate().catch(() => {}));
  for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true });
}

/** Fetches and compiles React without starting it: who only reads is spared the work, who acts need not wait for the line. */
function fetchReact(): void {
  const { react } = document.querySelector<HTMLElement>('[data-react]')?.dataset ?? {};
  for (const href of react?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/**
 * All that runs before React, or without it: a few listeners. React is fetched when the page is idle, and started at the first sign
 * that somebody is there.
 */
export function start(): void {
  followScroll();
  watchMenu();
  watchWaitlistTriggers();
  // On one page only; without it the tabs are links to their panels.
  if (document.querySelector('.quarters'))
    import('./sections/roadmap/choose-quarter.ts').then(
      ({ watchQuarterTabs }) => watchQuarterTabs(),
      () => {},
    );
  watchChips();
  if (!isYoungBrowser)
    import('./older-browsers.ts').then(
      ({ fillIn }) => fillIn(),
      () => {},
    );
  logMissedPath();
  if (document.querySelector('.counter'))
    import('./counters.ts').then(
      ({ countWhenSeen }) => countWhenSeen(),
      () => {},
    );
  addEventListener('click', keepEarlyClick, true);
  addEventListener('submit', keepEarlySubmit, true);
  hydrateOn(acts);
  const inPeace = () =>
    afterFirstPaint(() =>
      whenIdle(() => {
        fetchReact();
        hydrateOn(moves);
        if (!HTMLScriptElement.supports('speculationrules'))
          import('./prefetch.ts').then(
            ({ prefetchOnIntent }) => prefetchOnIntent(),
            () => {},
          );
        // An address may name an article, and whoever comes back to the middle of a page has been there.
        if (location.hash || scrollY > 0) hydrate().catch(() => {});
      }),
    );
  if (document.readyState === 'complete') inPeace();
  else addEventListener('load', inPeace, { once: true });
}
