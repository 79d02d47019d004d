import { onTestFinished } from 'vitest';
import { withClient } from './postgres-client.ts';

/** Ends the wait for a standby of the statements that look like this; returns how many there were. */
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
 * From here on every commit of the server waits for a standby, and there is none.
 * Takes the server's address; returns what ends it, which happens at the end of the test in any case.
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
 * The setting reaches commits by way of another process: only one that waits shows that it has. Whether it waited is told by
 * the cancellation and not by who answers first: on an idle core a cancelled commit is always ahead of it.
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
