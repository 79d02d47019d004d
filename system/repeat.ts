/** Ends what is repeated. Resolves when nothing is under way. */
export type Stop = () => Promise<void>;

/**
 * Does work again and again, never twice at a time. If it fails, it is tried again the next time. It keeps no process alive.
 * @param work may ask whether it is to end early
 * @param atOnce also does it now
 */
export function repeat(
  work: (isStopped: () => boolean) => unknown,
  everyMs: number,
  { atOnce = false } = {},
): Stop {
  let stopped = false;
  let underWay: Promise<unknown> = Promise.resolve();
  const begin = () => {
    underWay = underWay.then(() => work(() => stopped)).catch(() => {});
  };
  if (atOnce) begin();
  const timer: NodeJS.Timeout = setInterval(begin, everyMs);
  // Deno's has none, and a function of Supabase ends what it repeats.
  timer.unref?.();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await underWay;
  };
}
