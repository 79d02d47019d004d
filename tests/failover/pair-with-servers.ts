import { afterAll } from 'vitest';
import type { DatabaseOptions } from '../../database/open-database.ts';
import { makeServerFolder, removeFolder, type ServerProcess, startServer } from '../contract/start-server.ts';
import { liftLimits } from '../faults/crowd.ts';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.ts';

export interface PairWithServers {
  pair: PostgresPair;
  servers: [ServerProcess, ServerProcess];
  /** Folder in which the servers run. */
  folder: string;
  /** The database at the address that follows the primary. */
  options: DatabaseOptions;
}

/**
 * Two servers of the product on a primary and its standby, which they reach by the address that follows the primary.
 * Returns undefined where there is no PostgreSQL. Everything is stopped after the file's tests.
 */
export async function startPairWithServers(): Promise<PairWithServers | undefined> {
  const pair = await startPostgresPair();
  if (!pair) return undefined;
  const folder = await makeServerFolder();
  const options = { databaseUrl: pair.url, dataDir: folder };
  await liftLimits(options);
  const start = () => startServer(folder, { DATABASE_URL: pair.url, TRUST_PROXY: '1', LOG_LEVEL: 'silent' });
  const servers: [ServerProcess, ServerProcess] = [await start(), await start()];
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await pair.stop();
    await removeFolder(folder);
  });
  return { pair, servers, folder, options };
}

/** The status of one join, whenever it comes. */
export async function joinStatus(server: ServerProcess, email: string): Promise<number> {
  const answer = await fetch(`${server.url}/functions/v1/enhanced-waitlist`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_bukoor_local', 'content-type': 'application/json' },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  });
  await answer.text();
  return answer.status;
}

/** What /readyz of each server says. */
export function readiness(servers: ServerProcess[]): Promise<number[]> {
  return Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status));
}
