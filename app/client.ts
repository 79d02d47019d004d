import './styles/index.css';
import { afterNextFrame, atNextSign, whenIdle } from './idle.ts';
import { hydrateAtFirstSign, replayEarlyEvents } from './lazy-hydration.ts';
import { watchChips } from './pages/blog/filter-articles.ts';
import { watchQuarterTabs } from './pages/roadmap/tabs.ts';
import { followScroll, watchMenu } from './shell/collapsing-header.ts';
import { countWhenSeen } from './ui/counters.ts';
import { watchWaitlistTriggers } from './waitlist/triggers.ts';

/** Whether the browser does by itself everything that app/shell/older-browsers.ts would do. */
const isModernBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

/** Events of a visitor who is there: work that nobody sees should cost no battery. */
const signsOfLife = ['pointerup', 'keydown', 'pointermove', 'scroll'];

/** Starts the planner when idle; if its file does not come, it is asked for again at the next sign of a visitor. */
function loadPlanner(): void {
  whenIdle(() => {
    import('./prayer-day/planner.tsx').then(
      ({ startPlanner }) => startPlanner(),
      () => atNextSign(loadPlanner),
    );
  });
}

/** Everything that runs before React or without it: a few listeners. */
function start(): void {
  followScroll();
  watchMenu();
  watchWaitlistTriggers();
  watchChips();
  watchQuarterTabs();
  countWhenSeen();
  if (!isModernBrowser)
    import('./shell/older-browsers.ts').then(
      ({ polyfill }) => polyfill(),
      () => {},
    );
  // As docs/specification.md#screens requires.
  if (document.querySelector('[data-missed-path]'))
    console.error(`404: there is no page at ${location.pathname}`);
  replayEarlyEvents();
  const isActive = new Promise((resolve) => {
    for (const sign of signsOfLife) addEventListener(sign, resolve, { passive: true, once: true });
  });
  const afterLoad = () =>
    afterNextFrame(() =>
      whenIdle(() => {
        hydrateAtFirstSign();
        if (!document.querySelector('.planner-own')) return;
        // Read here and not at the start: reading the scroll position before the first paint forces a layout.
        if (scrollY > 0) loadPlanner();
        else isActive.then(loadPlanner);
      }),
    );
  if (document.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}

const { prerendering } = document as Document & { prerendering?: boolean };

// A page that is rendered ahead (public/speculation-rules.json) does nothing before a visitor opens it.
if (prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
