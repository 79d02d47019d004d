import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { type Database, type DatabaseOptions, toDatabaseError } from './database.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { openDatabaseForTools } from './open-database.ts';

/**
 * Runs `work` in one transaction, which sees one moment of the database. An embedded list has one session for everybody, so no
 * server may have it open.
 * @throws Error with a sentence for the operator when the database cannot be opened; what `work` throws, and then nothing has
 * changed
 */
export async function inTransaction<Result>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { databaseUrl } = options;
  const dataDir = resolve(options.dataDir);
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There is no waitlist in ${dataDir} yet. Start the site once, or set DATA_DIR.`);
  // Looks at the schema, and says why a database cannot be opened.
  const opened = databaseUrl ? await openDatabaseForTools(options) : await openEmbedded(dataDir);
  const client = databaseUrl
    ? new Client({ connectionString: databaseUrl, application_name: 'waitlist' })
    : undefined;
  client?.on('error', () => {});
  try {
    await client?.connect();
    const database: Database = client
      ? {
          kind: 'postgres',
          query: (sql, parameters = []) => rowsOf(client, sql, parameters),
          close: async () => {},
        }
      : opened;
    await database.query('begin isolation level repeatable read');
    try {
      const result = await work(database);
      await database.query('commit');
      return result;
    } catch (error) {
      // The first error says what is wrong.
      await database.query('rollback').catch(() => {});
      throw error;
    }
  } finally {
    await client?.end().catch(() => {});
    await opened.close();
  }
}

async function rowsOf<Row>(client: Client, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  try {
    return (await client.query(sql, [...parameters])).rows as Row[];
  } catch (error) {
    throw toDatabaseError(error);
  }
}
