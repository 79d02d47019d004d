import type { ComponentType } from 'react';
import { findByHandle, handlesOf, selectorOf } from '../ui/handles.ts';
import {
  afterNextFrame,
  idle,
  nextActivity,
  nextFrame,
  pageLoaded,
  tryAgainLater,
} from '../ui/scheduling.ts';
import { answeringIsland, isHydrated } from './find-island.ts';
import type { HydrateWhen } from './island-entry.ts';

/** What is loaded with React (app/hydrate.tsx). */
interface ReactInBrowser {
  /** Loads an island's component; the browser keeps it for a second call. @throws when its file cannot be loaded */
  loadComponent: (island: HTMLElement) => Promise<ComponentType<object>>;
  untilNotInUse: (island: HTMLElement) => Promise<void>;
  hydrate: (island: HTMLElement, component: ComponentType<object>) => void;
}

type LoadReact = () => Promise<ReactInBrowser>;

let loadReact: LoadReact;

/** Says how React is loaded. It comes first: islands know neither the pages nor each other. */
export const setReactLoader = (load: LoadReact): void => {
  loadReact = load;
};

/** Has React take over an island that a visitor waits for. @throws when it cannot be loaded */
export async function hydrateNow(island: HTMLElement): Promise<void> {
  const { loadComponent, hydrate } = await loadReact();
  const component = await loadComponent(island);
  if (!isHydrated(island)) hydrate(island, component);
}

/** Has React take over an island when this disturbs nobody. What could not be loaded is asked for again later. */
async function hydrateSoon(island: HTMLElement): Promise<void> {
  if (isHydrated(island)) return;
  let react: ReactInBrowser;
  try {
    react = await loadReact();
    await react.loadComponent(island);
  } catch {
    tryAgainLater(() => hydrateSoon(island));
    return;
  }
  await react.untilNotInUse(island);
  // A bug in one island does not keep React from the others.
  await hydrateNow(island).catch(reportError);
}

/** The same, but first the browser shows what the event itself does: React's start is the longest task of a page. */
export const hydrateAfterFrame = (island: HTMLElement): void => afterNextFrame(() => hydrateSoon(island));

const unhydrated = (when: Exclude<HydrateWhen, 'use'>) =>
  document.querySelectorAll<HTMLElement>(`${selectorOf('hydrate', when)}:not(${selectorOf('hydrated')})`);

function onUse({ target }: Event): void {
  const island = answeringIsland(target);
  // An island without the handle waits for its use (island.tsx).
  if (island && !handlesOf(island).hydrate) hydrateAfterFrame(island);
}

function watchNearness(): void {
  const onNear: IntersectionObserverCallback = (entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      const island = isIntersecting && answeringIsland(target);
      if (!island) continue;
      observer.unobserve(target);
      hydrateAfterFrame(island);
    }
  };
  // A screen's height above and below the viewport.
  const observer = new IntersectionObserver(onNear, { rootMargin: '100%' });
  // An island itself has no box (app/styles/layout.css).
  for (const { firstElementChild } of unhydrated('near'))
    if (firstElementChild) observer.observe(firstElementChild);
}

function hydrateForHash(): void {
  const island = findByHandle('hash');
  if (island && location.hash) hydrateSoon(island);
}

/** Hydrates each island when its entry in app/island-list.ts says. */
export async function hydrateIslands(): Promise<void> {
  for (const use of ['pointerover', 'focusin']) addEventListener(use, onUse);
  const firstActivity = nextActivity();
  await pageLoaded();
  await nextFrame();
  await idle();
  watchNearness();
  hydrateForHash();
  // Read here and not at the start: reading the scroll position before the first paint forces a layout.
  const hasScrolled = scrollY > 0;
  if (!hasScrolled) await firstActivity;
  await idle();
  // One after the other, in the order of the page: the arc is above the planner that draws on it.
  for (const island of unhydrated('visit')) await hydrateSoon(island);
}
