import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type PostgresServer,
  runPostgresTool,
  unprivilegedAccount,
  withClient,
} from '../support/postgres.ts';

/** The name that deploy/pgbackrest/bukoor-receivewal.service gives it. */
const name = 'bukoor_wal';

export interface Receiver {
  /** From now on it receives nothing, as after a network failure that closes no connection. */
  stall(): void;
  /** Sends SIGKILL; resolves when it has exited. */
  kill(): Promise<void>;
}

/**
 * Starts pg_receivewal as deploy/pgbackrest/bukoor-receivewal.service does; resolves when commits wait for it.
 * @param folder exists and is empty
 */
export async function startReceiver(
  binaries: string,
  server: PostgresServer,
  folder: string,
): Promise<Receiver> {
  const program = join(binaries, 'pg_receivewal');
  const to = `--dbname=host=127.0.0.1 port=${server.port} user=tester application_name=${name}`;
  const slot = `--slot=${name}`;
  await runPostgresTool(program, ['--create-slot', '--if-not-exists', slot, to], folder);
  const receiver: ChildProcess = spawn(
    program,
    [`--directory=${folder}`, slot, '--synchronous', '--no-loop', to],
    { ...unprivilegedAccount, cwd: folder, stdio: 'ignore' },
  );
  const killAtExit = () => receiver.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(receiver, 'exit').then(() => process.off('exit', killAtExit));
  while (!(await isWaitedFor(server))) {
    if (receiver.exitCode !== null) throw new Error('pg_receivewal ended while it was starting.');
    await wait(20);
  }
  return {
    stall: () => void receiver.kill('SIGSTOP'),
    async kill() {
      receiver.kill('SIGKILL');
      await ended;
    },
  };
}

async function isWaitedFor(server: PostgresServer): Promise<boolean> {
  const { rows } = await withClient(server.url, (client) =>
    client.query("select from pg_stat_replication where application_name = $1 and sync_state = 'sync'", [
      name,
    ]),
  );
  return rows.length > 0;
}
