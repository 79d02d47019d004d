import { readdirSync, readFileSync } from 'node:fs';

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
