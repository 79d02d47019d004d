const minute = 60_000;

/**
 * Calls back when a minute begins on the visitor's clock, and at once when the page becomes visible again or returns from
 * the back/forward cache, because timers stop in the background.
 */
export function everyMinute(run: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(tick, minute - (Date.now() % minute));
  };
  function tick(): void {
    run();
    wait();
  }
  wait();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tick();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) tick();
  });
}
