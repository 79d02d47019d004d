import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables } from '../tests/support/emails.ts';
import { noteTrouble, pauseSending, readSending, readTrouble, resumeSending } from './sending.ts';

const { lists, test } = await openBothLists();

const trouble = { cause: 'login', sentence: 'The login is refused.', times: 3 } as const;

beforeEach(() => emptyTables(lists));

/** As if this much time had passed since the last try. */
const timePasses = (database: Database, minutes: number) =>
  database.query(
    'update waitlist.list_state set sending_rests_until = sending_rests_until - make_interval(mins => $1)',
    [minutes],
  );

test('resuming ends the pause and the rest, and leaves the trouble noted until an email is accepted', async (database) => {
  await noteTrouble(database, trouble, 30 * 60_000);
  await pauseSending(database, 'a reason');
  await resumeSending(database);
  expect(await readSending(database)).toMatchObject({ pausedSince: null, trouble: trouble.sentence });
  expect(await readTrouble(database)).toEqual({ trouble, restMs: 0 });
  await noteTrouble(database, null);
  expect(await readSending(database)).toMatchObject({ trouble: null });
});

test('after a resume trouble is told until its worker has tried again, and then no more', async (database) => {
  await noteTrouble(database, trouble, 30 * 60_000);
  await resumeSending(database);
  await timePasses(database, 29);
  expect(await readSending(database)).toMatchObject({ trouble: trouble.sentence });
  await timePasses(database, 5);
  expect(await readSending(database)).toMatchObject({ trouble: null });
});

test('trouble that comes after a resume has its rest', async (database) => {
  await noteTrouble(database, trouble, 30 * 60_000);
  await resumeSending(database);
  await noteTrouble(database, { ...trouble, times: 4 }, 30 * 60_000);
  expect((await readTrouble(database)).restMs).toBeGreaterThan(29 * 60_000);
});
