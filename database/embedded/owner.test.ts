import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyEmbeddedList } from '../../tests/support/databases.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { DatabaseUnavailable, StatementError } from '../database.ts';
import { openDatabase, openDatabaseForTools } from '../open-database.ts';
import { readLockOwner } from './lock.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
// Longer than the path of a Unix socket may be.
const dataDir = join(folder.path, 'long'.repeat(30));
const options = { dataDir };

test('a tool does not create a list where there is none', async () => {
  await expect(openDatabaseForTools(options)).rejects.toThrow('There is no waitlist in');
});

test('a tool queries through the process that holds the folder, however long its path', async () => {
  copyEmbeddedList(dataDir);
  const owner = await openDatabase(options);
  expect(readLockOwner(dataDir)?.pid).toBe(process.pid);
  const tool = await openDatabaseForTools(options);
  const answers = await Promise.all(
    [1, 2, 3].map((number) => tool.query('select $1::int as number', [number])),
  );
  expect(answers).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  const wrong = await tool.query('select no_such_column').catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(StatementError);
  expect(wrong).toMatchObject({ message: 'column "no_such_column" does not exist', code: '42703' });
  // Each of these ends a line for some reader of lines.
  for (const end of ['\n', '\r', '\u2028', '\u2029']) {
    const text = `line${end}break`;
    expect(await tool.query(`select '${text}' as "${text}", $1::text as sent`, [text])).toEqual([
      { [text]: text, sent: text },
    ]);
  }
  await owner.close();
  await expect(tool.query('select 1')).rejects.toThrow(DatabaseUnavailable);
  await tool.close();
});

test('a tool itself opens a folder that no process holds', async () => {
  const tool = await openDatabaseForTools(options);
  expect(await tool.query('select count(*)::int as entries from waitlist.entries')).toEqual([{ entries: 0 }]);
  await tool.close();
});
