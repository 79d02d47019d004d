/** Long enough for fonts and pictures of the first screen, short enough that nobody waits for it knowingly. */
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

/** On a slow processor the page can be idle for want of a style sheet or a font, before the reader sees anything. */
export function afterFirstPaint(run: () => void): void {
  const observer = new PerformanceObserver(goOn);
  let isOver = false;
  function goOn(): void {
    // WebKit calls an observer once more when it is disconnected in its first call.
    if (isOver) return;
    isOver = true;
    observer.disconnect();
    removeEventListener('scroll', goOn);
    run();
  }
  // Firefox reports no first paint of a page that is come to in its middle with all files at hand: there it is the scroll.
  if (scrollY > 0) {
    afterNextFrame(run);
  } else {
    observer.observe({ type: 'paint', buffered: true });
    addEventListener('scroll', goOn, { once: true });
  }
}
