/** In milliseconds: long enough for the fonts and pictures of the first screen, too short for anybody to notice the wait. */
const idleDeadline = 2_500;

/** Calls back when the browser has nothing better to do. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleDeadline });
  else setTimeout(run, 200);
}

/** Calls back when the next frame has been handed over to be shown. */
export function afterNextFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

/**
 * Calls back after the first paint. On a slow processor the page can be idle before that, while it waits for a style sheet or
 * a font.
 */
export function afterFirstPaint(run: () => void): void {
  const observer = new PerformanceObserver(runOnce);
  let hasRun = false;
  function runOnce(): void {
    // WebKit calls an observer once more if it is disconnected during its first call.
    if (hasRun) return;
    hasRun = true;
    observer.disconnect();
    removeEventListener('scroll', runOnce);
    run();
  }
  // Firefox reports no first paint for a page that opens scrolled with all its files at hand: there the scroll stands in for it.
  if (scrollY > 0) {
    afterNextFrame(run);
  } else {
    observer.observe({ type: 'paint', buffered: true });
    addEventListener('scroll', runOnce, { once: true });
  }
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
