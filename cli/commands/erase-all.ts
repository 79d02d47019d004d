import { site } from '../../content/site.ts';
import type { Database } from '../../database/database.ts';
import { eraseFromFiles } from '../../database/embedded/erase.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import type { Terminal } from '../terminal.ts';

/** Erases from the list and its files; says where it remains. */
export async function eraseAll(
  { env }: Terminal,
  database: Database,
  erase: (list: Database) => Promise<unknown>,
): Promise<string> {
  const later = await eraseFromFiles(database, readDatabaseSettings(env).dataDir, erase);
  const files =
    database.kind === 'postgres'
      ? 'PostgreSQL’s own files keep what was deleted until its next vacuum and checkpoints.'
      : later === undefined
        ? 'Nothing of it is left in the files of the list.'
        : `The list is long: its files hold it until ${later.toISOString()}, when the running server has removed it.`;
  return `${files} Backups made before keep it until they are deleted: ${site.retention.backupDays} days by the privacy policy.`;
}
