import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { withClient } from './postgres-client.ts';

export interface SharedPostgres {
  /** URL of an empty database of this file's own. */
  url: string;
  /** Creates another empty database; returns its URL. */
  createDatabase(): Promise<string>;
}

/**
 * An empty database in the run's one PostgreSQL (shared-databases.ts); undefined where this machine has none.
 * Roles, settings and the list of running statements belong to the whole cluster: a file that changes a setting, stops
 * the server or needs a cluster without our roles starts its own (postgres.ts).
 */
export async function sharedPostgres(): Promise<SharedPostgres | undefined> {
  const cluster = inject('clusterUrl');
  if (!cluster) return undefined;
  const createDatabase = async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await withClient(cluster, (client) => client.query(`create database ${name}`));
    return cluster.replace(/postgres$/, name);
  };
  return { url: await createDatabase(), createDatabase };
}
