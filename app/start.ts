import { watchMenu } from './menu.ts';
import { logMissedPath } from './missed-path.ts';
import { afterFirstPaint, afterNextFrame, whenIdle } from './moments.ts';
import { followScroll } from './pill.ts';
import { watchChips } from './sections/blog/filter-articles.ts';
import { watchWaitlistTriggers } from './waitlist/triggers.ts';

/** Events that hydrate immediately. The end of a press, because React's start would come between its two halves. */
const interactionEvents = ['pointerup', 'keydown'];
/** Events that hydrate once the page has loaded and is idle: somebody is there, but waits for nothing yet. */
const presenceEvents = ['pointermove', 'scroll'];

/** Whether the browser does by itself all that app/older-browsers.ts would do. */
const isYoungBrowser =
  'commandForElement' in HTMLButtonElement.prototype && 'name' in HTMLDetailsElement.prototype;

let hydration: Promise<void> | undefined;

/** Loads React and hydrates every island, once. After a lost request the next call asks again. */
async function hydrate(): Promise<void> {
  if (!document.querySelector('[data-island]')) return;
  hydration ??= import('./hydrate.tsx')
    .then((module) => module.hydrateIslands())
    .catch((error) => {
      hydration = undefined;
      throw error;
    });
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

/** Holds back a click that only React can handle, and repeats it after hydration. If React cannot be loaded, a link is followed. */
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

/** The same for a form sent early. If React cannot be loaded, the form is posted as plain HTML, so nothing typed is lost. */
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

/**
 * Hydrates at the first of these events, or at the next one when React could not be loaded. React's start is the longest
 * task of a page, so the event's own effect is shown before it.
 */
function hydrateOn(events: readonly string[]): void {
  const begin = () => {
    for (const event of events) removeEventListener(event, begin);
    afterNextFrame(() => void hydrate().catch(() => hydrateOn(events)));
  };
  for (const event of events) addEventListener(event, begin, { passive: true });
}

/** Fetches and compiles React without running it: readers are spared the work, and an interaction need not wait for the network. */
function fetchReact(): void {
  const { react } = document.querySelector<HTMLElement>('[data-react]')?.dataset ?? {};
  for (const href of react?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

/** At the first event that shows somebody there: nobody's battery pays for what nobody sees. */
function signOfSomebody(): Promise<void> {
  const signs = [...interactionEvents, ...presenceEvents];
  return new Promise((resolve) => {
    for (const sign of signs) addEventListener(sign, () => resolve(), { passive: true, once: true });
  });
}

function loadOwnDay(): void {
  import('./sections/landing/own-day/own-day.ts').then(
    (module) => module.loadOwnDay(),
    () => {},
  );
}

/** Everything that runs before React or without it: a few listeners. React is fetched when the page is idle and runs at the first event. */
export function start(): void {
  followScroll();
  watchMenu();
  watchWaitlistTriggers();
  watchChips();
  if (!isYoungBrowser)
    import('./older-browsers.ts').then(
      ({ fillIn }) => fillIn(),
      () => {},
    );
  logMissedPath();
  // After the first paint, or their requests would be two more that it may have to wait for.
  afterFirstPaint(() => {
    if (document.querySelector('.counter'))
      import('./counters.ts').then(
        ({ countWhenSeen }) => countWhenSeen(),
        () => {},
      );
    // On one page only; without it the tabs are links to their panels.
    if (document.querySelector('.quarters'))
      import('./sections/roadmap/choose-quarter.ts').then(
        ({ watchQuarterTabs }) => watchQuarterTabs(),
        () => {},
      );
  });
  addEventListener('click', keepEarlyClick, true);
  addEventListener('submit', keepEarlySubmit, true);
  hydrateOn(interactionEvents);
  const somebodyIsThere = signOfSomebody();
  const afterLoad = () =>
    afterFirstPaint(() =>
      whenIdle(() => {
        fetchReact();
        hydrateOn(presenceEvents);
        // Asked here and not at the start: a scroll position that is asked for before the first paint is laid out for.
        const hasBeenHere = scrollY > 0;
        if (document.querySelector('.own-day')) {
          if (hasBeenHere) whenIdle(loadOwnDay);
          else somebodyIsThere.then(() => whenIdle(loadOwnDay));
        }
        if (!HTMLScriptElement.supports('speculationrules'))
          import('./prefetch.ts').then(
            ({ prefetchOnIntent }) => prefetchOnIntent(),
            () => {},
          );
        // The hash may name an article to open; a restored scroll position means that the visitor has been here before.
        if (location.hash || hasBeenHere) hydrate().catch(() => {});
      }),
    );
  if (document.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}
