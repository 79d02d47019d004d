import { setTimeout as wait } from 'node:timers/promises';

/** Asks for a page all the time, two milliseconds after each answer, and keeps the time of the slowest answer. */
export function longestAnswer(url: string) {
  let longest = 0;
  let begun = performance.now();
  let isOpen = true;
  const asking = (async () => {
    for (; isOpen; await wait(2)) {
      begun = performance.now();
      await (await fetch(url)).arrayBuffer();
      longest = Math.max(longest, performance.now() - begun);
      begun = Number.POSITIVE_INFINITY;
    }
  })();
  return {
    /** Forgets the answers so far. */
    reset() {
      longest = 0;
    },
    /** In whole milliseconds, the answer that is still awaited included. */
    longest: () => Math.round(Math.max(longest, performance.now() - begun)),
    async stop() {
      isOpen = false;
      await asking;
    },
  };
}
