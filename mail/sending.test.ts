import { beforeEach, expect } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables } from '../tests/support/emails.ts';
import { noteTrouble, pauseSending, readSending, readTrouble, resumeSending } from './sending.ts';

const { lists, test } = await openBothLists();

const trouble = { cause: 'login', sentence: 'The login is refused.', times: 3 } as const;

beforeEach(() => emptyTables(lists));

test('resuming ends the pause and the rest, and leaves the trouble noted until an email is accepted', async (database) => {
  await noteTrouble(database, trouble, 30 * 60_000);
  await pauseSending(database, 'a reason');
  await resumeSending(database);
  expect(await readSending(database)).toMatchObject({ pausedSince: null, trouble: trouble.sentence });
  expect(await readTrouble(database)).toEqual({ trouble, restMs: 0 });
  await noteTrouble(database, null);
  expect(await readSending(database)).toMatchObject({ trouble: null });
});
