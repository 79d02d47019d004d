import { countWhenSeen } from './counters.ts';
import { logMissedPath } from './missed-path.ts';
import { layOutInTurns, layOutVerses } from './turns.ts';
import { watchWaitlistTriggers } from './waitlist/triggers.ts';

/** Long enough for fonts and pictures of the first screen, short enough that nobody waits for it knowingly. */
const idleDeadline = 2_500;

/** Signs of somebody who may want an answer at once. */
const touches = ['pointerdown', 'keydown', 'focusin', 'touchstart'];
/** Signs of somebody who is there: early enough once the page stands, too early before. */
const moves = ['pointermove', 'scroll'];

let hydration: Promise<void> | undefined;

function hydrate(): Promise<void> {
  hydration ??= import('./hydrate.tsx').then((module) => module.hydrateIslands());
  return hydration;
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleDeadline });
  else setTimeout(run, 200);
}

/** On a slow processor the page can be idle for want of a style sheet or a font, before the reader sees anything. */
function afterFirstPaint(run: () => void): void {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe({ type: 'paint', buffered: true });
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

function hydrateOn(signs: readonly string[]): void {
  for (const sign of signs) {
    addEventListener(sign, () => void hydrate().catch(() => {}), { once: true, passive: true });
  }
}

/** Fetches and compiles React without starting it: who only reads is spared the work, who acts need not wait for the line. */
function fetchReact(): void {
  const { react } = document.querySelector<HTMLElement>('[data-react]')?.dataset ?? {};
  for (const href of react?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/**
 * All that runs before React: a few listeners. React is fetched when the page is idle, and started at the first sign
 * that somebody is there.
 */
export function start(): void {
  watchWaitlistTriggers();
  logMissedPath();
  countWhenSeen();
  addEventListener('click', keepEarlyClick, true);
  addEventListener('submit', keepEarlySubmit, true);
  hydrateOn(touches);
  layOutInTurns(() => afterFirstPaint(() => whenIdle(layOutVerses)));
  const inPeace = () =>
    afterFirstPaint(() =>
      whenIdle(() => {
        fetchReact();
        hydrateOn(moves);
        // An address may name an article or a quarter, and a page that is come back to stands where it was left.
        if (location.hash || scrollY > 0) hydrate().catch(() => {});
      }),
    );
  if (document.readyState === 'complete') inPeace();
  else addEventListener('load', inPeace, { once: true });
}
