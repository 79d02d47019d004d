/** Wakes one loop that sleeps. */
export interface Bell {
  /** Ends the sleep, or if nobody sleeps, the next one. */
  ring(): void;
  /** Sleeps until somebody rings, for at most this many milliseconds. */
  wait(ms: number): Promise<void>;
}

/** @param signal rings for good when it aborts */
export function createBell(signal: AbortSignal): Bell {
  let hasRung = false;
  let wake = () => {};
  function ring(): void {
    hasRung = true;
    wake();
  }
  signal.addEventListener('abort', ring);
  return {
    ring,
    async wait(ms) {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
      }
      hasRung = false;
    },
  };
}
