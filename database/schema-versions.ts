import type { Database } from './open-database.ts';

/** The versions of the migrations that a database has applied, oldest first. @throws DatabaseUnavailable */
export async function readSchemaVersions(database: Database): Promise<string[]> {
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}
