import { afterNextFrame } from './moments.ts';

/** Events that hydrate immediately. After `pointerdown`, React would start between the two halves of a press. */
export const interactionEvents = ['pointerup', 'keydown'];
/** Events that hydrate once the page has loaded and is idle: the visitor is there, but not waiting for anything yet. */
export const presenceEvents = ['pointermove', 'scroll'];

let hydration: Promise<void> | undefined;

/** Loads React and hydrates every island, once. After a failed request the next call tries again. */
export async function hydrate(): Promise<void> {
  if (!document.querySelector('[data-island]')) return;
  hydration ??= import('./hydrate.tsx')
    .then((module) => module.hydrateIslands())
    .catch((error) => {
      hydration = undefined;
      throw error;
    });
  await hydration;
}

function isInUnhydratedIsland(target: EventTarget | null): target is HTMLElement {
  return target instanceof Element && target.closest('[data-island]:not([data-hydrated])') !== null;
}

/** The control that was clicked, if only an unhydrated island can handle it: its own, or the one in its `data-answered-by`. */
function controlForReact(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const within = isInUnhydratedIsland(target) ? target.closest<HTMLElement>('[data-needs-script]') : null;
  if (within) return within;
  const control = target.closest<HTMLElement>('[data-answered-by]');
  const island = `[data-island="${control?.dataset.answeredBy}"]:not([data-hydrated])`;
  return document.querySelector(island) && control;
}

/** What is held back until React runs. Pressing it again meanwhile adds nothing: a form pressed twice joins once. */
const heldBack = new Set<HTMLElement>();

/** Runs one of the two: `replay` when every island is hydrated, `fallback` when React cannot be loaded. */
function holdBack(event: Event, target: HTMLElement, replay: () => void, fallback: () => void): void {
  event.preventDefault();
  event.stopPropagation();
  if (heldBack.has(target)) return;
  heldBack.add(target);
  hydrate()
    .then(replay, fallback)
    .finally(() => heldBack.delete(target));
}

/** Holds back a click that only React can handle and repeats it after hydration. If React cannot load, a link is followed. */
function replayEarlyClick(event: MouseEvent): void {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  const control = controlForReact(event.target);
  if (!control || isModified || event.defaultPrevented) return;
  const followLink = () => control instanceof HTMLAnchorElement && location.assign(control.href);
  holdBack(event, control, () => control.click(), followLink);
}

/** The same for a form. If React cannot be loaded, the form is posted as plain HTML, so nothing typed is lost. */
function replayEarlySubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!isInUnhydratedIsland(form) || !(form instanceof HTMLFormElement)) return;
  holdBack(
    event,
    form,
    () => form.requestSubmit(),
    () => form.submit(),
  );
}

/** Holds back clicks and forms that come before the island that handles them is hydrated. */
export function replayEarlyEvents(): void {
  addEventListener('click', replayEarlyClick, true);
  addEventListener('submit', replayEarlySubmit, true);
}

/**
 * Hydrates at the first of these events, or at the next one when React could not be loaded. React's start is the longest
 * task of a page, so the event's own effect is shown before it.
 */
export function hydrateOn(events: readonly string[]): void {
  const begin = () => {
    for (const event of events) removeEventListener(event, begin);
    afterNextFrame(() => void hydrate().catch(() => hydrateOn(events)));
  };
  for (const event of events) addEventListener(event, begin, { passive: true });
}

/** Fetches and compiles React without running it: readers are spared the work, and interactions do not wait for the network. */
export function fetchReact(): void {
  const { react } = document.querySelector<HTMLElement>('[data-react]')?.dataset ?? {};
  for (const href of react?.split(' ') ?? []) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
