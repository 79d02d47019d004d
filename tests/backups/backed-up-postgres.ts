import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { makeCluster } from '../support/postgres.ts';
import { findPostgresBinaries } from '../support/postgres-binaries.ts';
import { withClient } from '../support/postgres-client.ts';
import {
  makePostgresFolder,
  type PostgresServer,
  postgresServer,
  runPostgresTool,
} from '../support/postgres-server.ts';
import type { Keeper, Place } from './keeper.ts';
import { startReceiver } from './receiver.ts';

/** A cluster on one disk whose backups and log are on another. */
export interface BackedUpPostgres {
  url: string;
  keeper: Keeper;
  place: Place;
  /** From now on the receiver receives nothing more: what is acknowledged all the same is on one disk alone. */
  stallReceiver(): void;
  /** At once: SIGKILL to all of PostgreSQL and the receiver, and the disk with all its files is gone. */
  loseDisk(): Promise<void>;
  /** Restores onto an empty disk, up to the last thing that was received; returns when it takes writes again. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts both. Returns undefined where there is no PostgreSQL; throws in CI (noteMissing).
 * @param keep makes the keeper, once it is known where everything is
 */
export async function startBackedUpPostgres(
  keep: (place: Place) => Keeper,
): Promise<BackedUpPostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makePostgresFolder();
  const disk = join(folder, 'disk');
  const backups = join(folder, 'backups');
  const wal = join(backups, 'wal');
  const place: Place = { binaries, folder, data: join(disk, 'data'), backups, port: await freePort() };
  const make = (path: string) => runPostgresTool('mkdir', ['-p', path], folder);
  await make(disk);
  await make(wal);
  const keeper = keep(place);
  const { environment } = keeper;
  const server = await postgresServer({ ...place, environment });
  await makeCluster(binaries, folder, place.data);
  appendFileSync(join(place.data, 'postgresql.conf'), keeper.configuration);
  await server.start();
  await keeper.begin();
  let receiver = await startReceiver(binaries, server, wal);

  return {
    url: server.url,
    keeper,
    place,
    stallReceiver: () => receiver.stall(),
    async loseDisk() {
      await server.kill();
      await receiver.kill();
      rmSync(disk, { recursive: true });
    },
    async restore() {
      await make(disk);
      await keeper.restore();
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
