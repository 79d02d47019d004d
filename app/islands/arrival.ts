import type { ComponentType } from 'react';
import { type Arrival, type IslandName, islands } from './islands.ts';

type Loaded = [hydration: typeof import('./hydrate.tsx'), component: ComponentType<object>];

const loading = new Map<IslandName, Promise<Loaded>>();

const nameOf = (island: HTMLElement) => island.dataset.island as IslandName;

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in island.dataset;

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-island="${name}"]`);

/** Loads React and an island's component, once. After a failed request the next call asks again. */
function load(island: HTMLElement): Promise<Loaded> {
  const name = nameOf(island);
  const known = loading.get(name);
  if (known) return known;
  const component = islands[name].load() as Promise<ComponentType<object>>;
  const files = Promise.all([import('./hydrate.tsx'), component]);
  loading.set(name, files);
  files.catch(() => loading.delete(name));
  return files;
}

/** React takes over an island that somebody waits for. @throws when it cannot be loaded */
export async function hydrateNow(island: HTMLElement): Promise<void> {
  const [{ hydrate }, component] = await load(island);
  if (!isHydrated(island)) hydrate(island, component);
}

/** React takes over an island by itself, when nobody is disturbed by it. What could not be loaded is asked for again later. */
export async function hydrateSoon(island: HTMLElement): Promise<void> {
  if (isHydrated(island)) return;
  try {
    const [{ untilNotInUse }] = await load(island);
    await untilNotInUse(island);
    await hydrateNow(island);
  } catch {
    atNextSign(() => hydrateSoon(island));
  }
}

const unhydrated = (arrival: Arrival): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-island]')].filter(
    (island) => !isHydrated(island) && islands[nameOf(island)].arrives === arrival,
  );

/** The island that answers what happens at an element: the one around it, or the one that its control names. */
export function islandOf(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const named = target.closest<HTMLElement>('[data-answered-by]')?.dataset.answeredBy;
  return named ? findIsland(named as IslandName) : target.closest<HTMLElement>('[data-island]');
}

/** After the frame that shows what the event itself does: React's start is the longest task of a page. */
function onUse({ target }: Event): void {
  const island = islandOf(target);
  if (island && islands[nameOf(island)].arrives === 'use') afterNextFrame(() => hydrateSoon(island));
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

/** Events of a visitor who is there: work that nobody sees should cost no battery. */
const signsOfLife = ['pointerup', 'keydown', 'pointermove', 'scroll'];

/** One after the other, in the order of the page: the arc is above the planner that draws on it. */
async function hydrateForVisit(): Promise<void> {
  for (const island of unhydrated('visit')) await hydrateSoon(island);
}

/** Brings React to each island when its time has come, and to the article that the address names. */
export function watchArrivals(): void {
  for (const use of ['pointerover', 'focusin']) addEventListener(use, onUse, { passive: true });
  const firstSign = new Promise((resolve) => {
    for (const sign of signsOfLife) addEventListener(sign, resolve, { passive: true, once: true });
  });
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

/** Signs that a visitor is there, none of which comes many times in a second. */
const signs = ['pointerup', 'keydown', 'focusin', 'scrollend', 'online'];

/** Calls back once, at the next sign of a visitor: what did not come is then asked for again. */
export function atNextSign(run: () => void): void {
  const begin = () => {
    for (const sign of signs) removeEventListener(sign, begin);
    run();
  };
  for (const sign of signs) addEventListener(sign, begin, { passive: true });
}
