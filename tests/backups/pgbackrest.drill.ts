import { readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { liftLimits, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { storedInPostgres } from '../support/entries.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { postgresServer, runPostgresTool, withClient } from '../support/postgres.ts';
import {
  type ClusterLayout,
  loseDisks,
  startBackedUpPostgres,
  untilItTakesWrites,
} from './backed-up-postgres.ts';

const deployed = (name: string) => readFileSync(join('deploy/pgbackrest', name), 'utf8');

/** pgBackRest with the settings of deploy/pgbackrest, in which only paths, port, user and passphrase are replaced. */
function pgBackRest({ binaries, folder, data, backups, port }: ClusterLayout) {
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
    async begin() {
      await runPostgresTool('sh', ['-c', 'umask 077; printf %s "$1" > "$2"', '-', settings, file], folder);
      await run('stanza-create');
      await run('check');
    },
    backUp: async () => void (await run('--type=full', 'backup')),
    restore: async () => void (await run('restore')),
    /** Restores a moment to another folder and starts that as a separate server, which archives nothing and waits for nobody. */
    async restoreBeside(moment: string) {
      const beside = join(folder, 'beside');
      rmSync(beside, { recursive: true, force: true });
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
      await run(`--pg1-path=${beside}`, '--archive-mode=off', ...target, 'restore');
      const settings = ['synchronous_standby_names='];
      const server = await postgresServer({ binaries, folder, data: beside, settings, environment });
      await server.start();
      await untilItTakesWrites(server);
      return server;
    },
  };
}

let tool = undefined as unknown as ReturnType<typeof pgBackRest>;
const postgres = await startBackedUpPostgres((layout) => {
  tool = pgBackRest(layout);
  return tool;
});
if (!postgres) throw new Error('PostgreSQL is not here. On Debian: apt-get install postgresql pgbackrest.');
afterAll(postgres.stop);

test('no acknowledged join is lost with the disk of a PostgreSQL that pgBackRest keeps', () =>
  loseDisks(postgres));

test('a restore to the moment before a mistake has everybody of then, and can be imported', async () => {
  const folder = await makeServerFolder();
  onTestFinished(() => removeFolder(folder));
  const list = { databaseUrl: postgres.url, dataDir: folder };
  await liftLimits(list);
  const server = await startServerForCrowd(folder, list);
  const crowd = startCrowd({ server: () => server, people: 8 });
  await crowd.moreAcknowledged(100);
  await tool.backUp();
  // pgBackRest chooses a backup that ended in an earlier second than the target.
  const laterAt = Date.now() + 2000;
  while (Date.now() < laterAt) await crowd.moreAcknowledged(20);
  const before = new Set(crowd.acknowledged);
  const moment = await withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
    await client.query('delete from waitlist.entries');
    return rows[0]?.at ?? '';
  });
  await crowd.moreAcknowledged(100);
  await crowd.end();
  await server.stop('SIGTERM');
  const missingIn = async (url: string) => {
    const stored = await storedInPostgres(url);
    return [...before].filter((email) => !stored.has(email));
  };
  expect(await missingIn(postgres.url)).not.toEqual([]);

  const copy = await tool.restoreBeside(moment);
  onTestFinished(copy.stop);
  const there = { databaseUrl: copy.url, dataDir: folder };
  const command = async (options: typeof there, ...words: string[]) =>
    expect(await runCommand(options, words)).toMatchObject({ code: 0 });
  expect(await missingIn(copy.url)).toEqual([]);
  const file = join(folder, 'deleted.csv');
  await command(there, 'export', '--out', file);
  await command(list, 'import', file, '--yes');
  expect(await missingIn(postgres.url)).toEqual([]);
});

// Last: it leaves the cluster without its disk.
test('a repository that cannot be read stops a restore, which does not end early and look complete', async () => {
  const { binaries, folder, data, backups, port } = postgres.layout;
  const log = join(folder, 'start.log');
  const options = `-p ${port} -c unix_socket_directories=${folder}`;
  const control = (...args: string[]) =>
    runPostgresTool(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args], folder, tool.environment);
  await tool.backUp();
  await postgres.loseDisk();
  await runPostgresTool('mkdir', ['-p', dirname(data)], folder);
  await tool.restore();
  renameSync(join(backups, 'repository'), join(backups, 'away'));
  onTestFinished(async () => void (await control('stop', '--mode=immediate').catch(() => {})));
  await expect(control('start', `--log=${log}`, `--options=${options}`)).rejects.toThrow();
  expect(readFileSync(log, 'utf8')).toMatch(/FATAL: .*exit code 255/);
});
