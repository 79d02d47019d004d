import { appendFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { expectNoneMissing, startCrowd, startServerForCrowd } from '../support/crowd.ts';
import { liftLimits, storedInPostgres } from '../support/entries.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { freePort } from '../support/network.ts';
import {
  findPostgresBinaries,
  makeCluster,
  type PostgresServer,
  postgresServer,
  runPostgresTool,
  withClient,
} from '../support/postgres.ts';
import { findFolderOf, makeProgramFolder, type RunningProgram, startProgram } from '../support/programs.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { makeServerFolder, removeFolder } from '../support/start-server.ts';

// A PostgreSQL on one disk, with the backups that pgBackRest makes of it and the WAL that it receives on another. Of
// deploy/pgbackrest only paths, port, user and passphrase are replaced.

/** How often a disk is lost; more with BACKUP_ROUNDS=20. */
const rounds = Number(process.env.BACKUP_ROUNDS ?? 1);

const binaries = findPostgresBinaries();
if (!binaries || !findFolderOf('pgbackrest'))
  throw new Error('On Debian: apt-get install postgresql pgbackrest.');
const folder = makeProgramFolder();
const disk = join(folder, 'disk');
const data = join(disk, 'data');
const backups = join(folder, 'backups');
const wal = join(backups, 'wal');
const port = await freePort();
const serverFolder = await makeServerFolder();

const deployed = (name: string) => readFileSync(join('deploy/pgbackrest', name), 'utf8');
const environment = {
  PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
  PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  PGBACKREST_LOG_LEVEL_FILE: 'off',
};
const settings = deployed('pgbackrest.conf')
  .replaceAll('/var/backups/bukoor', backups)
  .replace('/var/lib/postgresql/15/main', data)
  .replace('/var/run/postgresql', folder)
  .replace('pg1-port=5432', `pg1-port=${port}`)
  .replace('pg1-user=postgres', 'pg1-user=tester')
  .replace('CHANGE-ME', 'a passphrase of the tests');
const run = (program: string, ...args: string[]) => runPostgresTool(program, args, folder, environment);
const pgBackRest = (...args: string[]) => run('pgbackrest', '--stanza=bukoor', ...args);
const backUp = () => pgBackRest('--type=full', 'backup');

/** Starts pg_receivewal as deploy/pgbackrest's service does, into an empty folder; resolves when commits wait for it. */
async function startReceiver(): Promise<RunningProgram> {
  const program = join(binaries ?? '', 'pg_receivewal');
  const to = `--dbname=host=127.0.0.1 port=${port} user=tester application_name=bukoor_wal`;
  const slot = '--slot=bukoor_wal';
  await run('mkdir', '-p', wal);
  await run(program, '--create-slot', '--if-not-exists', slot, to);
  const args = [`--directory=${wal}`, slot, '--synchronous', '--no-loop', to];
  const receiver = startProgram(program, args, folder);
  const waitedFor = "select from pg_stat_replication where sync_state = 'sync'";
  while ((await withClient(server.url, (client) => client.query(waitedFor))).rowCount === 0) {
    if (receiver.hasEnded()) throw new Error(`pg_receivewal ended. It said:\n${receiver.output()}`);
    await wait(20);
  }
  return receiver;
}

/** Resolves when the log has been replayed to its end. */
async function untilItTakesWrites({ url }: PostgresServer): Promise<void> {
  const inRecovery = 'select where pg_is_in_recovery()';
  while ((await withClient(url, (client) => client.query(inRecovery))).rowCount) await wait(20);
}

await run('mkdir', disk);
const server = await postgresServer({ binaries, folder, data, port, environment });
await makeCluster(binaries, folder, data);
appendFileSync(join(data, 'postgresql.conf'), deployed('postgresql.conf'));
await server.start();
await run('sh', '-c', 'umask 077; printf %s "$1" > "$2"', '-', settings, environment.PGBACKREST_CONFIG);
await pgBackRest('stanza-create');
let receiver = await startReceiver();
const list = { databaseUrl: server.url, dataDir: serverFolder };
afterAll(async () => {
  await receiver.stop('SIGKILL');
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  await removeFolder(serverFolder);
});

/** Sends SIGKILL to all of PostgreSQL and to the receiver, and deletes the disk with all its files. */
async function loseDisk(): Promise<void> {
  await server.kill();
  await receiver.stop('SIGKILL');
  rmSync(disk, { recursive: true });
}

/** Restores onto an empty disk, up to the end of the received WAL; resolves when PostgreSQL takes writes again. */
async function restore(): Promise<void> {
  await run('mkdir', disk);
  await pgBackRest('restore');
  await server.start();
  await untilItTakesWrites(server);
  rmSync(`${wal}.before`, { recursive: true, force: true });
  renameSync(wal, `${wal}.before`);
  receiver = await startReceiver();
}

test('no acknowledged join is lost with the disk of a PostgreSQL that pgBackRest keeps', async () => {
  const random = seededRandom(seedOfTest());
  await liftLimits(list);
  // Nobody but the crowd may be on the list.
  await withClient(server.url, (client) => client.query('delete from waitlist.entries'));
  let site = await startServerForCrowd(serverFolder, list);
  const crowd = startCrowd(() => site, 8);
  for (let round = 1; round <= rounds; round += 1) {
    await crowd.moreAcknowledged(100 + random(200));
    await backUp();
    await crowd.moreAcknowledged(100 + random(500));
    // From now on nothing is received, as after a network failure that closes no connection.
    process.kill(receiver.child.pid ?? 0, 'SIGSTOP');
    await wait(random(500));
    await Promise.all([loseDisk(), site.stop('SIGKILL')]);

    const startedAt = performance.now();
    await restore();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
    await expectNoneMissing(crowd, list, `disk ${round} of ${rounds} restored in ${seconds} s`);
    const more = crowd.moreAcknowledged(50);
    site = await startServerForCrowd(serverFolder, list);
    await more;
  }
  await crowd.end();
  expect(await site.stop('SIGTERM')).toBe(0);
});

test('a restore to a moment has everybody of that moment, and can be imported', async () => {
  await liftLimits(list);
  const site = await startServerForCrowd(serverFolder, list);
  const crowd = startCrowd(() => site, 8);
  await crowd.moreAcknowledged(100);
  await backUp();
  // pgBackRest chooses a backup that ended in an earlier second than the target.
  const laterAt = Date.now() + 2000;
  while (Date.now() < laterAt) await crowd.moreAcknowledged(20);
  const before = new Set(crowd.acknowledged);
  const moment = await withClient(server.url, async (client) => {
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
    await client.query('delete from waitlist.entries');
    return rows[0]?.at ?? '';
  });
  await crowd.moreAcknowledged(100);
  await crowd.end();
  await site.stop('SIGTERM');
  const missingIn = async (url: string) => {
    const stored = await storedInPostgres(url);
    return [...before].filter((email) => !stored.has(email));
  };
  expect(await missingIn(server.url)).not.toEqual([]);

  // To another folder, which a separate server is started on that archives nothing and waits for nobody.
  const beside = join(folder, 'beside');
  const target = ['--type=time', `--target=${moment}`, '--target-action=promote'];
  await pgBackRest(`--pg1-path=${beside}`, '--archive-mode=off', ...target, 'restore');
  const alone = ['synchronous_standby_names='];
  const copy = await postgresServer({ binaries, folder, data: beside, settings: alone, environment });
  await copy.start();
  onTestFinished(copy.stop);
  await untilItTakesWrites(copy);
  expect(await missingIn(copy.url)).toEqual([]);
  const file = join(serverFolder, 'deleted.csv');
  const there = { ...list, databaseUrl: copy.url };
  expect(await runCommand(there, ['export', '--out', file])).toMatchObject({ code: 0 });
  expect(await runCommand(list, ['import', file, '--yes'])).toMatchObject({ code: 0 });
  expect(await missingIn(server.url)).toEqual([]);
});

test('a restore from an unreadable repository does not look complete', async () => {
  await backUp();
  await loseDisk();
  await run('mkdir', disk);
  await pgBackRest('restore');
  renameSync(join(backups, 'repository'), join(backups, 'away'));
  onTestFinished(async () => {
    renameSync(join(backups, 'away'), join(backups, 'repository'));
    rmSync(disk, { recursive: true });
    await restore();
  });
  const args = ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`];
  const env = { ...process.env, ...environment };
  const { until, stop } = startProgram(join(binaries, 'postgres'), args, folder, { env });
  onTestFinished(() => stop('SIGQUIT'));
  const [said] = await until(/FATAL: .*exit code 255|ready to accept connections/);
  expect(said).toContain('FATAL');
});
