import { expect } from 'vitest';
import { migrate, readMigrations } from '../../database/migrate.ts';
import { openBothLists } from '../../tests/support/databases.ts';
import { emptyList } from '../../tests/support/restores.ts';
import { tablesOfABackup } from '../backup/tables.ts';
import { markMoved } from './moved.ts';
import { openAlone } from './open-list.ts';

const { test, onBoth } = await openBothLists();

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

onBoth('$kind: a list that was moved away is migrated too', async ({ kind }) => {
  const list = await openAlone(await emptyList(kind));
  await markMoved(list, 'another place');
  const later = {
    version: '29990101000000',
    name: 'later',
    sql: "insert into waitlist.wordings (version, words) values ('2999-01-01', 'other words')",
  };
  const run = async (sql: string) => {
    for (const statement of sql.split(';')) if (statement.trim()) await list.query(statement);
  };
  const migrations = [...readMigrations(), later];
  expect(await migrate({ isOneSession: true, run, query: list.query }, migrations)).toEqual([later.version]);
  await list.close();
});
