/**
 * Calls back when the next frame has been handed over to be shown. At the start that is the first paint. A page on a slow
 * processor can be idle before it, while it waits for a style sheet or a font.
 */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/** Resolves when the next frame has been handed over to be shown. */
export const nextFrame = () => new Promise<void>(afterNextFrame);

/** Resolves when the page and all that it names have loaded. */
export const pageLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve());
  });

/** Resolves when the browser has nothing better to do, after 2.5 s at the latest: nobody notices that wait. */
export const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_500 });
    else setTimeout(resolve, 200);
  });

/** What a visitor does who is there: work that nobody sees should cost no battery. */
const activities = ['pointerup', 'pointermove', 'keydown', 'focusin', 'scroll', 'online'];

/** Resolves when a visitor next does something. */
export const nextActivity = () =>
  new Promise<void>((resolve) => {
    function onActivity(): void {
      for (const activity of activities) removeEventListener(activity, onActivity);
      resolve();
    }
    for (const activity of activities) addEventListener(activity, onActivity);
  });

/** Milliseconds between a visitor's activity and the next attempt to load. Offline, an attempt fails at once. */
const retryMs = 1_000;

/** Loads again what could not be loaded, a second after a visitor next does something. */
export async function tryAgainLater(load: () => void): Promise<void> {
  await nextActivity();
  setTimeout(load, retryMs);
}
