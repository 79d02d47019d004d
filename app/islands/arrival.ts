import type { Arrival, IslandName } from './islands.ts';

const loadReact = () => import('./hydrate.tsx');

const arrivalOf = (island: HTMLElement) => (island.dataset.arrives ?? 'use') as Arrival;

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in island.dataset;

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-island="${name}"]`);

/** React takes over an island that somebody waits for. @throws when it cannot be loaded */
export async function hydrateNow(island: HTMLElement): Promise<void> {
  const { loadComponent, hydrate } = await loadReact();
  const component = await loadComponent(island);
  if (!isHydrated(island)) hydrate(island, component);
}

/** React takes over an island by itself, when nobody is disturbed by it. What could not be loaded is asked for again later. */
export async function hydrateSoon(island: HTMLElement): Promise<void> {
  if (isHydrated(island)) return;
  try {
    const { loadComponent, untilNotInUse } = await loadReact();
    await loadComponent(island);
    await untilNotInUse(island);
    await hydrateNow(island);
  } catch {
    tryAgainLater(() => hydrateSoon(island));
  }
}

const unhydrated = (arrival: Arrival): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-island]')].filter(
    (island) => !isHydrated(island) && arrivalOf(island) === arrival,
  );

/**
 * The island that answers what happens at an element: the one around it, or the one that its control names. A button that
 * opens the waitlist dialog names the form in it.
 */
export function islandOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const control = target.closest<HTMLElement>('[data-answered-by], [data-join]');
  if (!control) return target.closest<HTMLElement>('[data-island]');
  return findIsland((control.dataset.answeredBy ?? 'dialog-form') as IslandName);
}

/** After the frame that shows what the event itself does: React's start is the longest task of a page. */
function onUse({ target }: Event): void {
  const island = islandOf(target);
  if (island && arrivalOf(island) === 'use') afterNextFrame(() => hydrateSoon(island));
}

function watchNearness(): void {
  const onNear: IntersectionObserverCallback = (entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      const island = isIntersecting && islandOf(target);
      if (!island) continue;
      observer.unobserve(target);
      afterNextFrame(() => hydrateSoon(island));
    }
  };
  // A screen's height above and below the viewport.
  const observer = new IntersectionObserver(onNear, { rootMargin: '100%' });
  // An island itself has no box (app/styles/layout.css).
  for (const { firstElementChild } of unhydrated('near'))
    if (firstElementChild) observer.observe(firstElementChild);
}

/** One after the other, in the order of the page: the arc is above the planner that draws on it. */
async function hydrateForVisit(): Promise<void> {
  for (const island of unhydrated('visit')) await hydrateSoon(island);
}

/** Brings React to each island when its time has come, and to the article that the address names. */
export function watchArrivals(): void {
  for (const use of ['pointerover', 'focusin']) addEventListener(use, onUse, { passive: true });
  const firstSign = new Promise<void>(atNextSign);
  const afterLoad = () =>
    afterNextFrame(() =>
      whenIdle(() => {
        watchNearness();
        const article = findIsland('opened-article');
        if (article && location.hash) hydrateSoon(article);
        // Read here and not at the start: reading the scroll position before the first paint forces a layout.
        const isThere = scrollY > 0 ? Promise.resolve() : firstSign;
        isThere.then(() => whenIdle(hydrateForVisit));
      }),
    );
  if (document.readyState === 'complete') afterLoad();
  else addEventListener('load', afterLoad, { once: true });
}

/** Calls back when the browser has nothing better to do, after 2.5 s at the latest: nobody notices that wait. */
function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 2_500 });
  else setTimeout(run, 200);
}

/**
 * Calls back when the next frame has been handed over to be shown: at the start that is the first paint, before which a page on
 * a slow processor can be idle, while it waits for a style sheet or a font.
 */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/** Signs of a visitor who is there: work that nobody sees should cost no battery. */
const signs = ['pointerup', 'pointermove', 'keydown', 'focusin', 'scroll', 'online'];

/** Calls back once, at the next sign of a visitor. */
function atNextSign(run: () => void): void {
  const begin = () => {
    for (const sign of signs) removeEventListener(sign, begin);
    run();
  };
  for (const sign of signs) addEventListener(sign, begin, { passive: true });
}

/** Milliseconds after a sign before what did not come is asked for again: without a connection it fails at once. */
const retryMs = 1_000;

/** Calls back after the next sign of a visitor: what did not come is then asked for again. */
export const tryAgainLater = (run: () => void) => atNextSign(() => setTimeout(run, retryMs));
