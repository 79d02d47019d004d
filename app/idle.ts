/** Calls back when the browser has nothing better to do, after 2.5 s at the latest: nobody notices that wait. */
export function whenIdle(run: () => void): void {
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
