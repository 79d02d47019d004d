import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresServer, postgresServer, runPostgresTool } from '../support/postgres.ts';
import {
  type BackedUpPostgres,
  type BackupTool,
  type ClusterLayout,
  startBackedUpPostgres,
  untilItTakesWrites,
} from './backed-up-postgres.ts';

const deployed = (name: string) => readFileSync(join('deploy/pgbackrest', name), 'utf8');

interface PgBackRest extends BackupTool {
  /**
   * Restores to another folder and starts that as a separate server, which archives nothing and waits for no receiver.
   * @param args say up to which point
   */
  restoreBeside(...args: string[]): Promise<PostgresServer>;
}

/** pgBackRest with the settings of deploy/pgbackrest, in which only paths, port, user and passphrase are replaced. */
function pgBackRest({ binaries, folder, data, backups, port }: ClusterLayout): PgBackRest {
  const file = join(folder, 'pgbackrest.conf');
  const environment = {
    PGBACKREST_CONFIG: file,
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_LOG_LEVEL_FILE: 'off',
  };
  const settings = deployed('pgbackrest.conf')
    .replaceAll('/var/backups/bukoor', backups)
    .replace('/var/lib/postgresql/15/main', data)
    .replace('/var/run/postgresql', folder)
    .replace('pg1-port=5432', `pg1-port=${port}`)
    .replace('pg1-user=postgres', 'pg1-user=tester')
    .replace('CHANGE-ME', 'a passphrase of the tests');
  const run = (...args: string[]) =>
    runPostgresTool('pgbackrest', ['--stanza=bukoor', ...args], folder, environment);
  return {
    configuration: deployed('postgresql.conf'),
    environment,
    keepsOlderWal: true,
    async begin() {
      await runPostgresTool('sh', ['-c', 'umask 077; printf %s "$1" > "$2"', '-', settings, file], folder);
      await run('stanza-create');
      await run('check');
    },
    backUp: async () => void (await run('--type=full', 'backup')),
    async verify() {
      const report = await run('--output=text', '--verbose', 'verify');
      if (!report.includes('status: ok')) throw new Error(report);
    },
    restore: async () => void (await run('restore')),
    async restoreBeside(...args) {
      const beside = join(folder, 'beside');
      rmSync(beside, { recursive: true, force: true });
      await run(`--pg1-path=${beside}`, '--archive-mode=off', ...args, 'restore');
      const settings = ['synchronous_standby_names='];
      const server = await postgresServer({ binaries, folder, data: beside, settings, environment });
      await server.start();
      await untilItTakesWrites(server);
      return server;
    },
  };
}

/** For `restoreBeside`: without the WAL that only the receiver has. */
export const fromArchiveAlone =
  '--recovery-option=restore_command=pgbackrest --stanza=bukoor --pg1-path="$PWD" archive-get %f "%p"';

/** Starts a PostgreSQL that pgBackRest backs up. @throws Error with a sentence where either is not installed */
export async function startPostgresWithPgBackRest(): Promise<{
  postgres: BackedUpPostgres;
  backupTool: PgBackRest;
}> {
  const installed = await runPostgresTool('pgbackrest', ['version'], '/').catch(() => '');
  if (!installed) throw new Error('pgbackrest is not here. On Debian: apt-get install pgbackrest.');
  let backupTool: PgBackRest | undefined;
  const postgres = await startBackedUpPostgres((layout) => {
    backupTool = pgBackRest(layout);
    return backupTool;
  });
  if (!postgres || !backupTool)
    throw new Error('PostgreSQL is not here. On Debian: apt-get install postgresql.');
  return { postgres, backupTool };
}
