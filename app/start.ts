import { afterFirstPaint, atNextSign, whenIdle } from './idle.ts';
import { hydrateAtFirstSign, replayEarlyEvents } from './lazy-hydration.ts';
import { watchChips } from './pages/blog/filter-articles.ts';
import { logMissedPath } from './pages/not-found/missed-path.ts';
import { followScroll, watchMenu } from './shell/collapsing-header.ts';
import { watchWaitlistTriggers } from './waitlist/triggers.ts';

/** Whether the browser does by itself everything that app/shell/older-browsers.ts would do. */
const isModernBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

/** Events of a visitor who is there. */
const signsOfLife = ['pointerup', 'keydown', 'pointermove', 'scroll'];

/** Resolves at the first sign of a visitor: work that nobody sees should cost no battery. */
function firstUserActivity(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of signsOfLife) addEventListener(event, () => resolve(), { passive: true, once: true });
  });
}

/** Starts the planner when idle; if its file does not come, it is asked for again at the next sign of a visitor. */
function loadPlanner(): void {
  whenIdle(() => {
    import('./prayer-day/planner.tsx').then(
      ({ startPlanner }) => startPlanner(),
      () => atNextSign(loadPlanner),
    );
  });
}

/**
 * Everything that runs before React or without it: a few listeners.
 */
export function start(): void {
  followScroll();
  watchMenu();
  watchWaitlistTriggers();
  watchChips();
  if (!isModernBrowser)
    import('./shell/older-browsers.ts').then(
      ({ polyfill }) => polyfill(),
      () => {},
    );
  logMissedPath();
  // After the first paint: otherwise it may have to wait for these two requests too.
  afterFirstPaint(() => {
    if (document.querySelector('.counter'))
      import('./ui/counters.ts').then(
        ({ countWhenSeen }) => countWhenSeen(),
        () => {},
      );
    // On one page only; without it the tabs are links to their panels.
    if (document.querySelector('.quarters'))
      import('./pages/roadmap/tabs.ts').then(
        ({ watchQuarterTabs }) => watchQuarterTabs(),
        () => {},
      );
  });
  replayEarlyEvents();
  const userIsActive = firstUserActivity();
  const afterLoad = () =>
    afterFirstPaint(() =>
      whenIdle(() => {
        hydrateAtFirstSign();
        if (!document.querySelector('.planner-own')) return;
        // Read here and not at the start: reading the scroll position before the first paint forces a layout.
        if (scrollY > 0) loadPlanner();
        else userIsActive.then(loadPlanner);
      }),
    );
  if (document.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}
