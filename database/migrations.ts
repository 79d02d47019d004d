import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  /** Fourteen digits, Supabase's convention. */
  version: string;
  name: string;
  sql: string;
}

/** The one folder of migrations, which the Supabase command line reads too. */
const migrationsFolder = new URL('../supabase/migrations/', import.meta.url);

/**
 * Reads the migrations in the order in which they apply.
 * Takes their folder; returns them all.
 * Throws when the folder holds a file that is not named as Supabase names one, because it would be silently left out.
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
