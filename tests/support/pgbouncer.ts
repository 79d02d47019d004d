import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from './network.ts';
import { makePostgresFolder, unprivilegedAccount, untilItAnswers } from './postgres.ts';
import { noteMissing } from './skipped.ts';

export interface PrivatePgBouncer {
  /** The database's URL through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PgBouncer in transaction mode with fewer connections to PostgreSQL than it has clients, so that the transactions of
 * one client really use different connections. Returns undefined where it is not installed; throws in CI (noteMissing).
 * @param databaseUrl a database behind it; the others in its cluster can be reached too
 * @param poolSize connections to PostgreSQL
 */
export async function startPgBouncer(
  databaseUrl: string,
  poolSize = 3,
): Promise<PrivatePgBouncer | undefined> {
  const program = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(delimiter)]
    .map((folder) => join(folder, 'pgbouncer'))
    .find(existsSync);
  if (!program) {
    noteMissing('Skipped through PgBouncer: it is not here. On Debian: apt-get install pgbouncer.');
    return undefined;
  }
  const folder = makePostgresFolder();
  const port = await freePort();
  const behind = new URL(databaseUrl);
  const settings = `[databases]
* = host=127.0.0.1 port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 400
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  writeFileSync(join(folder, 'users'), '"tester" ""\n');
  const pooler = spawn(program, ['-q', 'pgbouncer.ini'], {
    ...unprivilegedAccount,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => pooler.once('exit', () => resolve()));
  const killAtExit = () => pooler.kill('SIGKILL');
  process.once('exit', killAtExit);
  behind.port = String(port);
  const url = behind.href;
  await untilItAnswers(url);
  return {
    url,
    async stop() {
      process.off('exit', killAtExit);
      pooler.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
