/** How long a visitor waits for a script or an answer, in milliseconds (docs/specification.md#the-two-calls). */
export const patienceMs = 10_000;

/**
 * Waits for a script, `patienceMs` at most. A request that hangs fails in the browser only after minutes.
 * @throws when the script does not come, or not in time
 */
export function inTime<Result>(loading: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, patienceMs, new Error('Too late.'));
    loading.then(resolve, reject);
  });
}
