import type { HydrateWhen, IslandName } from './islands.ts';

const loadReact = () => import('./hydrate.tsx');

const hydrateWhenOf = (island: HTMLElement) => (island.dataset.hydrate ?? 'use') as HydrateWhen;

export const isHydrated = (island: HTMLElement): boolean => 'hydrated' in island.dataset;

export const findIsland = (name: IslandName): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-island="${name}"]`);

/** Has React take over an island that a visitor waits for. @throws when it cannot be loaded */
export async function hydrateNow(island: HTMLElement): Promise<void> {
  const { loadComponent, hydrate } = await loadReact();
  const component = await loadComponent(island);
  if (!isHydrated(island)) hydrate(island, component);
}

/** Has React take over an island when this disturbs nobody. What could not be loaded is asked for again later. */
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

const unhydrated = (when: HydrateWhen): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-island]')].filter(
    (island) => !isHydrated(island) && hydrateWhenOf(island) === when,
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

/** Waits for the frame that shows what the event itself does: React's start is the longest task of a page. */
function onUse({ target }: Event): void {
  const island = islandOf(target);
  if (island && hydrateWhenOf(island) === 'use') afterNextFrame(() => hydrateSoon(island));
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

function hydrateNamedArticle(): void {
  const article = findIsland('opened-article');
  if (article && location.hash) hydrateSoon(article);
}

/** Hydrates each island at its moment (use, near or visit), and the article dialog if the URL has its hash. */
export async function hydrateIslands(): Promise<void> {
  for (const use of ['pointerover', 'focusin']) addEventListener(use, onUse, { passive: true });
  const firstSign = nextSign();
  await pageLoaded();
  await nextFrame();
  await idle();
  watchNearness();
  hydrateNamedArticle();
  // Read here and not at the start: reading the scroll position before the first paint forces a layout.
  const hasScrolled = scrollY > 0;
  if (!hasScrolled) await firstSign;
  await idle();
  // One after the other, in the order of the page: the arc is above the planner that draws on it.
  for (const island of unhydrated('visit')) await hydrateSoon(island);
}

const pageLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });

/** Resolves when the browser has nothing better to do, after 2.5 s at the latest: nobody notices that wait. */
const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_500 });
    else setTimeout(resolve, 200);
  });

/**
 * Calls back when the next frame has been handed over to be shown. At the start that is the first paint. A page on a slow
 * processor can be idle before it, while it waits for a style sheet or a font.
 */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

const nextFrame = () => new Promise<void>(afterNextFrame);

/** Signs of a visitor who is there: work that nobody sees should cost no battery. */
const signs = ['pointerup', 'pointermove', 'keydown', 'focusin', 'scroll', 'online'];

/** Resolves at the next sign of a visitor. */
const nextSign = () =>
  new Promise<void>((resolve) => {
    function onSign(): void {
      for (const sign of signs) removeEventListener(sign, onSign);
      resolve();
    }
    for (const sign of signs) addEventListener(sign, onSign, { passive: true });
  });

/** Milliseconds between a visitor's sign and the next attempt to load. Offline, an attempt fails at once. */
const retryMs = 1_000;

/** Loads again what could not be loaded, a second after the next sign of a visitor. */
export async function tryAgainLater(load: () => void): Promise<void> {
  await nextSign();
  setTimeout(load, retryMs);
}
