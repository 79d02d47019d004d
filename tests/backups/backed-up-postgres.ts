import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { makeServerFolder, removeFolder } from '../contract/start-server.ts';
import { expectNoneMissing, liftLimits, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { freePort } from '../support/network.ts';
import {
  findPostgresBinaries,
  makeCluster,
  makePostgresFolder,
  type PostgresServer,
  postgresServer,
  runPostgresTool,
  unprivilegedAccount,
  withClient,
} from '../support/postgres.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';

/** How often a disk is lost; more with BACKUP_ROUNDS=20. */
const rounds = Number(process.env.BACKUP_ROUNDS ?? 1);

/** Where the parts of a drill's PostgreSQL are. */
export interface ClusterLayout {
  /** Folder of initdb and PostgreSQL's other programs. */
  binaries: string;
  /** Holds the two disks and the sockets. */
  folder: string;
  /** The cluster's files, on the disk that is lost. */
  data: string;
  /** The other disk: the backups, and in `wal` the WAL that the receiver wrote. */
  backups: string;
  port: number;
}

/** Makes base backups of a cluster and restores them. */
export interface BackupTool {
  /** Lines of postgresql.conf. */
  configuration: string;
  /** Environment of the server, whose commands archive and fetch its log. */
  environment: Record<string, string>;
  /** Called once, when the cluster runs for the first time. */
  begin(): Promise<void>;
  backUp(): Promise<void>;
  /** Restores the last backup into the empty data folder, so that PostgreSQL replays the WAL to its end when it starts. */
  restore(): Promise<void>;
}

/** The name by which commits wait for it, as in deploy/pgbackrest/bukoor-receivewal.service. */
const receiverName = 'bukoor_wal';

/**
 * Starts pg_receivewal as deploy/pgbackrest/bukoor-receivewal.service does; resolves when commits wait for it.
 * @param folder exists and is empty
 */
async function startReceiver(binaries: string, { url, port }: PostgresServer, folder: string) {
  const program = join(binaries, 'pg_receivewal');
  const to = `--dbname=host=127.0.0.1 port=${port} user=tester application_name=${receiverName}`;
  const slot = `--slot=${receiverName}`;
  await runPostgresTool(program, ['--create-slot', '--if-not-exists', slot, to], folder);
  const options = { ...unprivilegedAccount, cwd: folder, stdio: 'ignore' } as const;
  const receiver = spawn(program, [`--directory=${folder}`, slot, '--synchronous', '--no-loop', to], options);
  const killAtExit = () => receiver.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(receiver, 'exit').then(() => process.off('exit', killAtExit));
  const waitedFor = `select from pg_stat_replication where application_name = '${receiverName}' and sync_state = 'sync'`;
  while ((await withClient(url, (client) => client.query(waitedFor))).rowCount === 0) {
    if (receiver.exitCode !== null) throw new Error('pg_receivewal ended while it was starting.');
    await wait(20);
  }
  return {
    /** From now on it receives nothing, as after a network failure that closes no connection. */
    stall: () => void receiver.kill('SIGSTOP'),
    async kill() {
      receiver.kill('SIGKILL');
      await ended;
    },
  };
}

/** A cluster on one disk, with its backups and its received WAL on another. */
export type BackedUpPostgres = NonNullable<Awaited<ReturnType<typeof startBackedUpPostgres>>>;

/** Starts the cluster and its receiver. Returns undefined where there is no PostgreSQL; throws in CI (noteMissing). */
export async function startBackedUpPostgres(makeTool: (layout: ClusterLayout) => BackupTool) {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makePostgresFolder();
  const disk = join(folder, 'disk');
  const backups = join(folder, 'backups');
  const wal = join(backups, 'wal');
  const layout = { binaries, folder, data: join(disk, 'data'), backups, port: await freePort() };
  const make = (path: string) => runPostgresTool('mkdir', ['-p', path], folder);
  await make(disk);
  await make(wal);
  const tool = makeTool(layout);
  const server = await postgresServer({ ...layout, environment: tool.environment });
  await makeCluster(binaries, folder, layout.data);
  appendFileSync(join(layout.data, 'postgresql.conf'), tool.configuration);
  await server.start();
  await tool.begin();
  let receiver = await startReceiver(binaries, server, wal);

  return {
    url: server.url,
    tool,
    layout,
    stallReceiver: () => receiver.stall(),
    /** Sends SIGKILL to all of PostgreSQL and to the receiver, and deletes the disk with all its files. */
    async loseDisk() {
      await server.kill();
      await receiver.kill();
      rmSync(disk, { recursive: true });
    },
    /** Restores onto an empty disk, up to the end of the received WAL; resolves when PostgreSQL takes writes again. */
    async restore() {
      await make(disk);
      await tool.restore();
      await server.start();
      await untilItTakesWrites(server);
      rmSync(`${wal}.before`, { recursive: true, force: true });
      renameSync(wal, `${wal}.before`);
      await make(wal);
      receiver = await startReceiver(binaries, server, wal);
    },
    async stop() {
      await receiver.kill();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the log has been replayed to its end. */
export async function untilItTakesWrites({ url }: PostgresServer): Promise<void> {
  const inRecovery = 'select where pg_is_in_recovery()';
  while ((await withClient(url, (client) => client.query(inRecovery))).rowCount) await wait(20);
}

/** Loses the disk at random moments while a crowd joins, and restores it, as docs/operations.md says; no join may be missing. */
export async function loseDisks(postgres: BackedUpPostgres): Promise<void> {
  const folder = await makeServerFolder();
  onTestFinished(() => removeFolder(folder));
  const options = { databaseUrl: postgres.url, dataDir: folder };
  const random = seededRandom(seedOfTest());
  await liftLimits(options);
  let server = await startServerForCrowd(folder, options);
  const crowd = startCrowd({ server: () => server, people: 8 });
  for (let round = 1; round <= rounds; round += 1) {
    await crowd.moreAcknowledged(100 + random(200));
    await postgres.tool.backUp();
    await crowd.moreAcknowledged(100 + random(500));
    postgres.stallReceiver();
    await wait(random(500));
    await Promise.all([postgres.loseDisk(), server.stop('SIGKILL')]);

    const startedAt = performance.now();
    await postgres.restore();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
    await expectNoneMissing(crowd, options, `disk ${round} of ${rounds} restored in ${seconds} s`);
    const more = crowd.moreAcknowledged(50);
    server = await startServerForCrowd(folder, options);
    await more;
  }
  await crowd.end();
  expect(await server.stop('SIGTERM')).toBe(0);
}
