import { expect, onTestFinished } from 'vitest';
import { withClient } from './postgres-client.ts';

/** Cancels the wait for a standby of all statements like this pattern until `answer` has settled; returns how many there were. */
export function cancelWaitsUntil(answer: Promise<unknown>, url: string, like: string): Promise<number> {
  return withClient(url, async (operator) => {
    let hasSettled = false;
    const settle = () => {
      hasSettled = true;
    };
    answer.then(settle, settle);
    let cancelled = 0;
    while (!hasSettled) {
      const { rowCount } = await operator.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query like $1",
        [like],
      );
      cancelled += rowCount ?? 0;
    }
    return cancelled;
  });
}

/**
 * Makes every commit of the server wait for a standby that does not exist.
 * Returns a function that ends this; it is called at the end of the test in any case.
 */
export async function requireMissingStandby(url: string): Promise<() => Promise<void>> {
  const set = (names: string) =>
    withClient(url, async (operator) => {
      await operator.query(`alter system set synchronous_standby_names = '${names}'`);
      await operator.query('select pg_reload_conf()');
    });
  const end = () => set('');
  onTestFinished(end);
  await set('*');
  await expect.poll(() => commitWaits(url)).toBe(true);
  return end;
}

/**
 * The setting reaches commits through another process: only a commit that waits shows that it has. Whether one waited is told
 * by the cancellation's result and not by which answer comes first: on an idle core the cancelled commit's always does.
 */
function commitWaits(url: string): Promise<boolean> {
  return withClient(url, async (probe) => {
    const commit = probe.query("select pg_logical_emit_message(true, 'probe', '')");
    return (await cancelWaitsUntil(commit, url, '%probe%')) > 0;
  });
}
