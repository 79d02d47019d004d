import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { fillList } from '../../tests/support/fill-list.ts';
import { sharedPostgres } from '../../tests/support/shared-postgres.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { contentsOf } from './contents.ts';
import { backUpPostgres, restorePostgres } from './postgres.ts';

const postgres = await sharedPostgres();
const folder = temporaryFolder();
afterAll(folder.remove);

test.skipIf(!postgres)(
  'a dump that is cut off in a table after the entries is refused, and nothing has changed',
  async () => {
    const url = postgres?.url ?? '';
    const file = join(folder.path, 'list.backup');
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    await fillList(database, 2000);
    await backUpPostgres(database, url, file);
    writeFileSync(file, readFileSync(file).subarray(0, -1000));
    await database.query("select public.add_to_waitlist('later@restore.example', 'Friend')");
    const agree = async (entries: number) => expect(entries).toBe(2000);
    await expect(restorePostgres(url, file, agree)).rejects.toThrow('pg_restore ended with 1');
    expect(await contentsOf(database)).toMatchObject({ entries: 2001 });
    await database.close();
  },
);
