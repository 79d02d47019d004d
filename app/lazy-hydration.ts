import { afterNextFrame } from './idle.ts';

let hydration: Promise<void> | undefined;

/** Loads React and hydrates every island, once. After a failed request the next call tries again. */
function hydrate(): Promise<void> {
  hydration ??= import('./islands.tsx')
    .then((module) => module.hydrateIslands())
    .catch((error) => {
      hydration = undefined;
      throw error;
    });
  return hydration;
}

const unhydrated = '[data-island]:not([data-hydrated])';

const closest = (target: EventTarget | null, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The control of an unhydrated island that stands outside it: a link that opens an article. */
function controlOutside(target: EventTarget | null): HTMLElement | null {
  const control = closest(target, '[data-answered-by]');
  return (
    document.querySelector(`[data-island="${control?.dataset.answeredBy}"]:not([data-hydrated])`) && control
  );
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
  const control = closest(event.target, `${unhydrated} [data-needs-script]`) ?? controlOutside(event.target);
  if (!control || isModified || event.defaultPrevented) return;
  const followLink = () => control instanceof HTMLAnchorElement && location.assign(control.href);
  holdBack(event, control, () => control.click(), followLink);
}

/** The same for a form. If React cannot be loaded, the form is posted as plain HTML, so nothing typed is lost. */
function replayEarlySubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.closest(unhydrated)) return;
  const post = () => form.submit();
  holdBack(event, form, () => form.requestSubmit(), post);
}

/** Holds back clicks and forms that come before the island that handles them is hydrated. */
export function replayEarlyEvents(): void {
  addEventListener('click', replayEarlyClick, true);
  addEventListener('submit', replayEarlySubmit, true);
}

/** Hydrates after the frame that shows what the sign itself does, since React's start is the longest task of a page. */
const hydrateSoon = () => afterNextFrame(() => void hydrate().catch(() => {}));

/**
 * Loads React at the first sign that an island will be needed: the island comes near, or a pointer or the focus comes to a
 * control that it answers. Who only reads loads none. What could not be loaded is requested again at the next sign.
 */
export function hydrateAtFirstSign(): void {
  const onNear: IntersectionObserverCallback = (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) hydrateSoon();
  };
  // A screen's height above and below the viewport.
  const observer = new IntersectionObserver(onNear, { rootMargin: '100%' });
  // The island itself has no box (app/styles/layout.css). One without content is a dialog that is closed.
  for (const content of document.querySelectorAll('[data-island] > *')) observer.observe(content);
  const onIntent = ({ target }: Event) => controlOutside(target) && hydrateSoon();
  for (const intent of ['pointerover', 'focusin']) addEventListener(intent, onIntent, { passive: true });
  // The hash may name what that dialog shows.
  if (location.hash && document.querySelector('[data-island]:empty')) hydrateSoon();
}
