import type { Database } from '../../database/database.ts';
import type { Backup } from './backup-file.ts';
import { columnsOfTables } from './read-list.ts';
import type { Columns } from './store-rows.ts';

/**
 * The columns that a restore stores: those of the backup. Others, which later migrations have added, get their default.
 * @throws Error with a sentence when the backup has what this version does not know; DatabaseUnavailable
 */
export async function fittingColumns(database: Database, backup: Backup): Promise<Columns> {
  const { file, head } = backup;
  const existing = await columnsOfTables(database);
  for (const [table, columns] of Object.entries(head.tables)) {
    const missing = columns.filter((column) => !existing[table]?.includes(column));
    if (missing.length > 0)
      throw new Error(
        `${file} was written by an older version of this software, and this one has no ${table}.${missing[0]} any more. ` +
          'Restore it with that version, and start this one afterwards. Nothing was changed.',
      );
  }
  return head.tables;
}
