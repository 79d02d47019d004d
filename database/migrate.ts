import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

export interface Migration {
  /** Fourteen digits, Supabase's convention. */
  version: string;
  name: string;
  sql: string;
}

/** The Supabase CLI reads it too. */
const migrationsFolder = new URL('../supabase/migrations/', import.meta.url);

/**
 * The migrations in the order in which they apply.
 * @throws Error for a file that is not named as Supabase names one, because the CLI would silently leave it out
 */
export function readMigrations(folder: URL = migrationsFolder): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
      if (!version || !name) {
        throw new Error(`${file} in supabase/migrations is not named <14 digits>_<name>.sql. Rename it.`);
      }
      return { version, name, sql: readFileSync(new URL(file, folder), 'utf8') };
    });
}

/** One connection, held for the whole migration. */
export interface MigrationConnection {
  /** Any number of statements. */
  run(sql: string): Promise<void>;
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/** The key of the advisory lock, the same in all processes: 'waitlist' read as eight bytes. */
const lockKey = '8602272712010330996';

// The Supabase CLI's own table, created as the CLI creates it, so that either may run first.
const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  alter table supabase_migrations.schema_migrations enable row level security;
`;

/**
 * Applies the pending migrations in one transaction, one process at a time, and returns their versions.
 * @throws Error naming the file that fails, and when the database is newer than this code
 */
export async function migrate(
  connection: MigrationConnection,
  migrations: Migration[] = readMigrations(),
): Promise<string[]> {
  await connection.run('begin');
  try {
    // Held to the end of the transaction, which works through PgBouncer in transaction mode too.
    await connection.query(`select pg_advisory_xact_lock(${lockKey})`);
    const applied = await appliedVersions(connection);
    refuseNewerSchema(applied, migrations);
    const pending = migrations.filter(({ version }) => !applied.has(version));
    if (pending.length > 0) await connection.run(history);
    for (const migration of pending) await apply(connection, migration);
    await connection.run('commit');
    return pending.map(({ version }) => version);
  } catch (error) {
    // The first error says what is wrong; a rollback that fails because the connection is gone says nothing more.
    await connection.run('rollback').catch(() => {});
    throw error;
  }
}

async function appliedVersions(connection: MigrationConnection): Promise<Set<string>> {
  const [table] = await connection.query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
  );
  if (!table?.exists) return new Set();
  const rows = await connection.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  return new Set(rows.map(({ version }) => version));
}

function refuseNewerSchema(applied: Set<string>, migrations: Migration[]): void {
  const newestKnown = migrations.at(-1)?.version ?? '';
  const newer = [...applied].filter((version) => version > newestKnown).sort();
  if (newer.length === 0) return;
  throw new Error(
    `The database was made by a newer version of this software: it has migration ${newer.join(', ')}, ` +
      `this code knows none after ${newestKnown}. Start the newer version; nothing was changed.`,
  );
}

async function apply(connection: MigrationConnection, { version, name, sql }: Migration): Promise<void> {
  try {
    await connection.run(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${version}_${name}.sql failed: ${reason}. Nothing was changed.`, {
      cause: error,
    });
  }
  await connection.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [version, name, [sql]],
  );
}

/** The versions of the migrations that a database has applied, oldest first. @throws DatabaseUnavailable */
export async function readSchemaVersions(database: Database): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}
