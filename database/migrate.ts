import { readdirSync, readFileSync } from 'node:fs';
import type { Database, Session } from './database.ts';
import { inTransaction } from './transaction.ts';

/**
 * The migrations in the order in which they apply, from the folder that the Supabase CLI reads too.
 * @throws Error for a file that is not named as Supabase names one, because the CLI would silently leave it out
 */
export function readMigrations(folder = new URL('../supabase/migrations/', import.meta.url)) {
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? [];
      if (!version || !name)
        throw new Error(`${file} in supabase/migrations is not named <14 digits>_<name>.sql. Rename it.`);
      // Git may write Windows' line ends, and a file is compared with the text that was applied.
      return { version, name, sql: readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n') };
    });
}

/** One connection, held for the whole migration. */
export interface MigrationConnection extends Pick<Session, 'query' | 'isOneSession'> {
  /** Any number of statements. */
  run(sql: string): Promise<void>;
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
 * @throws Error naming the file that fails or that was changed after it was applied, and when the database is newer than this code
 */
export async function migrate(
  connection: MigrationConnection,
  migrations = readMigrations(),
): Promise<string[]> {
  return inTransaction(connection, async () => {
    // Held to the end of the transaction, which works through PgBouncer in transaction mode too.
    await connection.query(`select pg_advisory_xact_lock(${lockKey})`);
    // A list that was moved away is migrated too (waitlist.refuse_moved).
    await connection.query("set local migration.is_running = 'on'");
    const pending = pendingMigrations(await readApplied(connection), migrations);
    if (pending.length > 0) await connection.run(history);
    for (const { version, name, sql } of pending) {
      await connection.run(sql).catch((cause) => {
        throw new Error(`Migration ${version}_${name}.sql failed: ${cause.message}. Nothing was changed.`, {
          cause,
        });
      });
      await connection.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [version, name, [sql]],
      );
    }
    return pending.map(({ version }) => version);
  });
}

/**
 * For a process that may not migrate. @throws Error with a sentence when the database is older or newer than this code, or a file was
 * changed after it was applied
 */
export async function assertMigrated(database: Pick<Database, 'query'>, migrations = readMigrations()) {
  const missing = pendingMigrations(await readApplied(database), migrations);
  if (missing.length === 0) return;
  if (missing.length === migrations.length)
    throw new Error(
      'There is no list in this database yet: start the server, or run npm run waitlist -- migrate, or restore a backup.',
    );
  throw new Error(
    `The database is older than this software: it lacks the migrations ${missing.map(({ version }) => version).join(', ')}. ` +
      'Start the server of this version, which applies them, or run: npm run waitlist -- migrate.',
  );
}

/** Whether this code can use a database: as it is, or after the migrations that it lacks. @throws DatabaseUnavailable */
export async function canMigrate(database: Database): Promise<boolean> {
  const applied = await readApplied(database);
  try {
    pendingMigrations(applied, readMigrations());
    return true;
  } catch {
    return false;
  }
}

/** The versions of the migrations that a database has applied, oldest first. @throws DatabaseUnavailable */
export async function readSchemaVersions(database: Database): Promise<string[]> {
  return [...(await readApplied(database)).keys()];
}

/** For each version, the statements that were applied: our migrator stores a file as one of them, the Supabase CLI each by itself. */
type Applied = Map<string, string[] | null>;

async function readApplied({ query }: Pick<Database, 'query'>): Promise<Applied> {
  const [table] = await query<{ exists: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as exists`,
  );
  if (!table?.exists) return new Map();
  const applied = await query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  return new Map(applied.map(({ version, statements }) => [version, statements]));
}

function pendingMigrations(applied: Applied, migrations: ReturnType<typeof readMigrations>) {
  const newestKnown = migrations.at(-1)?.version ?? '';
  const newer = [...applied.keys()].filter((version) => version > newestKnown);
  if (newer.length > 0)
    throw new Error(
      `The database was made by a newer version of this software: it has migration ${newer.join(', ')}, ` +
        `this code knows none after ${newestKnown}. Start the newer version; nothing was changed.`,
    );
  for (const { version, name, sql } of migrations) {
    const [whole, ...others] = applied.get(version) ?? [];
    if (whole === undefined || others.length > 0 || whole === sql) continue;
    // The Supabase CLI stores a statement without the semicolon and the line's end.
    if (!whole.endsWith('\n') && sql.replace(/;\s*$/, '').endsWith(whole.replace(/;$/, ''))) continue;
    throw new Error(
      `The file ${version}_${name}.sql in supabase/migrations was changed after this database had applied it. ` +
        'Put it back as it was, and write the change as a migration of its own. If the list was made by an earlier checkout, take ' +
        'its addresses from there: `export` there, `import` here. Nothing was changed.',
    );
  }
  return migrations.filter(({ version }) => !applied.has(version));
}
