import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/network.ts';
import {
  findPostgresBinaries,
  makeCluster,
  makePostgresFolder,
  type PostgresServer,
  postgresServer,
  runPostgresTool,
  withClient,
} from '../support/postgres.ts';
import { startReceiver } from './receiver.ts';

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
  /** Whether it also has the WAL from before the last restore, so that a backup older than that restore can be used. */
  keepsOlderWal: boolean;
  /** Called once, when the cluster runs for the first time. */
  begin(): Promise<void>;
  backUp(): Promise<void>;
  /** @throws Error when a file of a backup is missing or damaged */
  verify(): Promise<void>;
  /** Restores the last backup into the empty data folder, so that PostgreSQL replays the WAL to its end when it starts. */
  restore(): Promise<void>;
}

/** A cluster on one disk, with its backups and its received WAL on another. */
export interface BackedUpPostgres {
  url: string;
  backupTool: BackupTool;
  layout: ClusterLayout;
  /** From now on the receiver receives nothing: whatever is acknowledged nevertheless is on one disk only. */
  stallReceiver(): void;
  /** Sends SIGKILL to all of PostgreSQL and to the receiver, and deletes the disk with all its files. */
  loseDisk(): Promise<void>;
  /** Restores onto an empty disk, up to the end of the received WAL; resolves when PostgreSQL takes writes again. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the cluster and its receiver. Returns undefined where there is no PostgreSQL; throws in CI (noteMissing).
 */
export async function startBackedUpPostgres(
  makeTool: (layout: ClusterLayout) => BackupTool,
): Promise<BackedUpPostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makePostgresFolder();
  const disk = join(folder, 'disk');
  const backups = join(folder, 'backups');
  const wal = join(backups, 'wal');
  const layout: ClusterLayout = {
    binaries,
    folder,
    data: join(disk, 'data'),
    backups,
    port: await freePort(),
  };
  const make = (path: string) => runPostgresTool('mkdir', ['-p', path], folder);
  await make(disk);
  await make(wal);
  const backupTool = makeTool(layout);
  const { environment } = backupTool;
  const server = await postgresServer({ ...layout, environment });
  await makeCluster(binaries, folder, layout.data);
  appendFileSync(join(layout.data, 'postgresql.conf'), backupTool.configuration);
  await server.start();
  await backupTool.begin();
  let receiver = await startReceiver(binaries, server, wal);

  return {
    url: server.url,
    backupTool,
    layout,
    stallReceiver: () => receiver.stall(),
    async loseDisk() {
      await server.kill();
      await receiver.kill();
      rmSync(disk, { recursive: true });
    },
    async restore() {
      await make(disk);
      await backupTool.restore();
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
export async function untilItTakesWrites(server: PostgresServer): Promise<void> {
  const isInRecovery = () =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
      return rows[0]?.is;
    });
  while (await isInRecovery()) await wait(20);
}
