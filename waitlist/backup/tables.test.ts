import { expect, test } from 'vitest';
import { openBothLists } from '../../tests/support/databases.ts';
import { columnsOfTables } from './read-list.ts';
import { columnsLeftOut, keptTables, tablesLeftOut, tablesOfABackup, tablesOfAPerson } from './tables.ts';

const { lists } = await openBothLists();
const personal: readonly string[] = tablesOfAPerson;

for (const { kind, database } of lists)
  test(`${kind}: a backup has each table with all columns that are not computed, or says why not`, async () => {
    const tables = await database.query<{ name: string; key: string; columns: string[] }>(
      `select relname::text as name,
              (select json_agg(attname order by attnum) from pg_attribute
                where attrelid = kept.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
              (select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
                where indrelid = kept.oid and indisprimary) as key
         from pg_class as kept
        where relnamespace = 'waitlist'::regnamespace and relkind = 'r'
        order by relname`,
    );
    const known = [...tablesOfABackup, ...Object.keys(tablesLeftOut)].sort();
    expect(known).toEqual(tables.map(({ name }) => name));
    const held = await columnsOfTables(database);
    for (const { name, key, columns } of tables) {
      if (name in tablesLeftOut) continue;
      expect(held[name], name).toEqual(columns.filter((column) => !(`${name}.${column}` in columnsLeftOut)));
      const kept = keptTables.find((table) => table.name === name);
      if (kept) expect(key, name).toBe(kept.key);
      // Whatever belongs to a person goes with them.
      else expect(personal.includes(name) ? columns : ['entry_id'], name).toContain('entry_id');
      expect(columns.includes('entry_id'), name).toBe(personal.includes(name));
    }
  });
