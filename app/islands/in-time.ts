/** Milliseconds that a visitor who has pressed or sent something waits for a script. */
const patienceMs = 10_000;

/**
 * Waits for a script that a visitor waits for. A request that hangs fails in the browser only after minutes.
 * @throws when it does not come, or not in time
 */
export function inTime<Result>(coming: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, patienceMs, new Error('A script has not come in time.'));
    coming.then(resolve, reject);
  });
}
