import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startForwarder } from './network.ts';
import {
  findPostgresBinaries,
  makeCluster,
  postgresServer,
  runPostgresTool,
  withClient,
} from './postgres.ts';
import { makeProgramFolder } from './programs.ts';

export type PostgresPair = NonNullable<Awaited<ReturnType<typeof startPostgresPair>>>;

/** Commits wait for any standby, even while there is none: no acknowledged row is on one machine only. */
const settings = ['synchronous_standby_names=*', 'wal_retrieve_retry_interval=200ms'];

/**
 * Starts on this machine a primary that acknowledges no commit its standby does not have, its standby, and an address that
 * follows the primary. Returns undefined where there are no binaries; throws in CI (see noteMissing).
 */
export async function startPostgresPair() {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makeProgramFolder();
  const node = async (name: string) => {
    const data = join(folder, name);
    return { ...(await postgresServer({ binaries, folder, data, settings })), data };
  };
  let primary = await node('a');
  let standby = await node('b');

  const followPrimary = async () => {
    rmSync(standby.data, { recursive: true, force: true });
    const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'tester'];
    const copy = ['-D', standby.data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await runPostgresTool(join(binaries, 'pg_basebackup'), [...source, ...copy], folder);
    await standby.start();
    const follows = "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    while ((await withClient(primary.url, (client) => client.query(follows))).rowCount === 0) await wait(20);
  };

  await makeCluster(binaries, folder, primary.data);
  await primary.start();
  await followPrimary();
  const address = await startForwarder(primary.port);

  return {
    /** The URL of whichever is the primary. */
    url: primary.url.replace(`:${primary.port}/`, `:${address.port}/`),
    address,
    primary: () => primary,
    standby: () => standby,
    /** Freezes what sends the primary's log. From now on the standby lacks what the primary commits. */
    async stopSending() {
      const senders = 'select pid from pg_stat_replication';
      const { rows } = await withClient(primary.url, (client) => client.query<{ pid: number }>(senders));
      for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    },
    /** Promotes the standby and moves the address to it; the old primary must have been killed. */
    async promoteStandby() {
      await withClient(standby.url, (client) => client.query('select pg_promote()'));
      [primary, standby] = [standby, primary];
      address.leadTo(primary.port);
    },
    /** Makes the old primary the standby of the new one, from a fresh copy; resolves when it streams and commits go on. */
    bringBackOldPrimary: followPrimary,
    async stop() {
      await address.close();
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
  await expect.poll(() => commitWaits(url), { timeout: 120_000 }).toBe(true);
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
