import { onTestFinished } from 'vitest';
import { withClient } from './postgres-client.ts';

/** Cancels the wait for a standby of all statements like this pattern; returns how many there were. */
export function cancelWaits(url: string, like: string): Promise<number> {
  return withClient(url, async (operator) => {
    const { rowCount } = await operator.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query like $1",
      [like],
    );
    return rowCount ?? 0;
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
  while (!(await commitWaits(url)));
  return end;
}

/**
 * The setting reaches commits through another process: only a commit that waits shows that it has. Whether one waited is told
 * by the cancellation's result and not by which answer comes first: on an idle core the cancelled commit's always does.
 */
function commitWaits(url: string): Promise<boolean> {
  return withClient(url, async (probe) => {
    let isCommitting = true;
    const commit = probe.query("select pg_logical_emit_message(true, 'probe', '')").finally(() => {
      isCommitting = false;
    });
    let cancelled = 0;
    while (isCommitting && cancelled === 0) cancelled = await cancelWaits(url, '%probe%');
    await commit;
    return cancelled > 0;
  });
}
