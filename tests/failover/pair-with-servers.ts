import { afterAll } from 'vitest';
import { makeServerFolder, removeFolder, type ServerProcess, startServer } from '../contract/start-server.ts';
import { liftLimits } from '../faults/crowd.ts';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts';

export interface PairWithServers {
  pair: PostgresPair;
  servers: [ServerProcess, ServerProcess];
  /** Folder in which the servers run. */
  folder: string;
}

/**
 * Two servers of the product on a primary and its standby, which they reach by the address that follows the primary.
 * Returns undefined where there is no PostgreSQL. Everything is stopped after the file's tests.
 */
export async function startPairWithServers(): Promise<PairWithServers | undefined> {
  const pair = await startPostgresPair();
  if (!pair) return undefined;
  const folder = await makeServerFolder();
  await liftLimits({ databaseUrl: pair.url, dataDir: folder });
  const start = () => startServer(folder, { DATABASE_URL: pair.url, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });
  const servers: [ServerProcess, ServerProcess] = [await start(), await start()];
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await pair.stop();
    await removeFolder(folder);
  });
  return { pair, servers, folder };
}

/** What /readyz of each server says. */
export function readiness(servers: ServerProcess[]): Promise<number[]> {
  return Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
}
