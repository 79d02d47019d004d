import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './network.ts';
import { untilItAnswers } from './postgres.ts';
import { findFolderOf, makeProgramFolder, startProgram } from './programs.ts';

/**
 * Starts a PgBouncer in transaction mode with fewer connections to PostgreSQL than it has clients, so that the transactions of
 * one client really use different connections. Returns the database's URL through it and a function that stops it; undefined
 * where it is not installed, and throws in CI (noteMissing).
 * @param databaseUrl a database behind it; the others in its cluster can be reached too
 * @param poolSize connections to PostgreSQL
 */
export async function startPgBouncer(databaseUrl: string, poolSize = 3) {
  const programs = findFolderOf('pgbouncer');
  if (!programs) return undefined;
  const folder = makeProgramFolder();
  const behind = new URL(databaseUrl);
  const through = new URL(databaseUrl);
  through.port = String(await freePort());
  const settings = `[databases]
* = host=127.0.0.1 port=${behind.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${through.port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 400
`;
  writeFileSync(join(folder, 'pgbouncer.ini'), settings);
  writeFileSync(join(folder, 'users'), '"tester" ""\n');
  const pooler = startProgram(join(programs, 'pgbouncer'), ['-q', 'pgbouncer.ini'], folder);
  await untilItAnswers(through.href);
  return {
    url: through.href,
    async stop() {
      await pooler.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
