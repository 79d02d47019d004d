import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { withClient } from './postgres-client.ts';
import {
  makePostgresFolder,
  type PostgresServer,
  postgresServer,
  runPostgresTool,
} from './postgres-server.ts';

export interface PrivatePostgres extends PostgresServer {
  /** The folder of pgbench and PostgreSQL's other programs. */
  binaries: string;
  /** Creates an empty database in the cluster; returns its URL. */
  createDatabase(name: string): Promise<string>;
}

/**
 * Starts a separate PostgreSQL from the machine's binaries, with its default durability, in a folder that `stop` deletes.
 * Returns undefined where there are no binaries; throws in CI (see noteMissing).
 */
export async function startPostgres(): Promise<PrivatePostgres | undefined> {
  const binaries = findPostgresBinaries();
  if (!binaries) return undefined;
  const folder = makePostgresFolder();
  const data = join(folder, 'data');
  await makeCluster(binaries, folder, data);
  const server = await postgresServer({ binaries, folder, data });
  await server.start();
  return {
    ...server,
    binaries,
    async createDatabase(name) {
      await withClient(server.url, (client) => client.query(`create database ${name}`));
      return server.url.replace(/postgres$/, name);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes an empty cluster whose owner, tester, needs no password from this machine. @param more options of initdb */
export async function makeCluster(
  binaries: string,
  folder: string,
  data: string,
  more: string[] = [],
): Promise<void> {
  const options = ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await runPostgresTool(join(binaries, 'initdb'), [...options, ...more], folder);
}
