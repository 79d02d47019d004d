import { site } from '../../content/site.ts';
import type { Database } from '../../database/database.ts';
import { removeErasedOrSayWhen } from '../../waitlist/list/erased-files.ts';

/** Removes what was erased from the files of an embedded list, and says where it remains. @throws DatabaseUnavailable */
export async function whereItRemains(database: Database): Promise<string> {
  const backups = `Backups made before keep it until they are deleted: ${site.retention.backupDays} days by the privacy policy.`;
  if (database.kind === 'postgres')
    return `PostgreSQL’s own files keep what was deleted until its next vacuum and checkpoints. ${backups}`;
  const gone = await removeErasedOrSayWhen(database);
  if (gone === undefined) return `Nothing of it is left in the files of the list. ${backups}`;
  return `The running server removes it from the files of the list by ${gone.toISOString()}. ${backups}`;
}
