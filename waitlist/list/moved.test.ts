import { expect } from 'vitest';
import { openBothLists } from '../../tests/support/databases.ts';
import { tablesOfABackup } from '../backup/tables.ts';
import { markMoved } from './moved.ts';

const { test } = await openBothLists();

test('who still has a list open that was moved away changes nothing of what the move took along', async (database) => {
  // Its rows say where the list went.
  const tables = tablesOfABackup.filter((table) => table !== 'list_state');
  // It is asked for before a row is looked for.
  const change = (table: string) => database.query(`delete from waitlist.${table} where false`);
  await markMoved(database, 'another place');
  for (const table of tables) await expect(change(table), table).rejects.toThrow('this list was moved away');
  await markMoved(database, null);
  for (const table of tables) await expect(change(table), table).resolves.toEqual([]);
});
