import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import {
  emptyTables,
  finish,
  joinAll,
  later,
  mustClaim,
  remindAfter,
  sendAll,
} from '../tests/support/emails.ts';
import { countPeople } from './figures.ts';
import { countSoonForgotten, forgetSilent } from './silent.ts';

const { lists, test } = await openBothLists();
const days = 30;

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists) await remindAfter(database, 3);
});

const join = (database: Database, ...names: string[]) =>
  joinAll(
    database,
    names.map((name) => `${name}@silent.example`),
  );

const namesOnList = async (database: Database) =>
  (await database.query<{ email: string }>('select email from waitlist.entries order by email')).map(
    ({ email }) => email.replace(/@.*/, ''),
  );

test('people who do not answer are erased days after the reminder, and counted a week before', async (database) => {
  await join(database, 'silent', 'confirms');
  await sendAll(database);
  await later(database, '4 days');
  expect(await sendAll(database)).toHaveLength(2);
  await database.query(
    "select waitlist.confirm_entry(id, 'link', clock_timestamp()) from waitlist.entries where email like 'confirms@%'",
  );
  await later(database, '22 days');
  expect(await countSoonForgotten(database, days)).toBe(0);
  await later(database, '2 days');
  expect(await countSoonForgotten(database, days)).toBe(1);
  expect(await forgetSilent(database, days)).toBe(0);
  await later(database, '7 days');
  expect(await forgetSilent(database, 0)).toBe(0);
  expect(await forgetSilent(database, days)).toBe(1);
  expect(await namesOnList(database)).toEqual(['confirms']);
  expect(await countPeople(database)).toMatchObject({ joined: 2, confirmed: 1, unanswered: 0, erased: 1 });
});

test('nobody is erased whose email came back, is still to go, or never went', async (database) => {
  await join(database, 'never', 'refused', 'uncertain', 'bounced', 'blocked', 'waits');
  await database.query(
    `delete from waitlist.outbox using waitlist.entries where entry_id = entries.id and email like 'never@%'`,
  );
  await finish(database, await mustClaim(database), 'rejected', 'soft');
  await finish(database, await mustClaim(database), 'uncertain');
  await database.query("update waitlist.outbox set due_at = 'infinity' where state = 'doubted'");
  const bounced = await mustClaim(database);
  await finish(database, bounced);
  await database.query("select waitlist.note_bounce($1, 'soft')", [bounced.messageId]);
  const blocked = await mustClaim(database);
  await finish(database, blocked);
  await database.query("select waitlist.note_bounce($1, 'uncounted')", [blocked.messageId]);
  await database.query('delete from waitlist.outbox where kind = $1', ['reminder']);
  await finish(database, await mustClaim(database));
  await later(database, '1 year');
  expect(await forgetSilent(database, days)).toBe(0);
  expect(await namesOnList(database)).toHaveLength(6);
  // As where the owner wants no reminder.
  await remindAfter(database, 0);
  expect(await forgetSilent(database, days)).toBe(1);
  expect(await namesOnList(database)).not.toContain('waits');
});

test('a person whose reminder came back is not erased, although the email before it went out', async (database) => {
  await join(database, 'bounced', 'refused', 'silent');
  await sendAll(database);
  await later(database, '4 days');
  const bounced = await mustClaim(database);
  await finish(database, bounced);
  await database.query("select waitlist.note_bounce($1, 'soft')", [bounced.messageId]);
  await finish(database, await mustClaim(database), 'rejected', 'soft');
  await finish(database, await mustClaim(database));
  await later(database, '40 days');
  expect(await forgetSilent(database, days)).toBe(1);
  expect((await namesOnList(database)).length).toBe(2);
});

test('an email from before somebody came back is no email that they did not answer', async (database) => {
  await join(database, 'returns');
  await remindAfter(database, 0);
  await sendAll(database);
  await later(database, '100 days');
  await database.query("select waitlist.leave_list(id, 'by hand') from waitlist.entries");
  await join(database, 'returns');
  await database.query("delete from waitlist.outbox where state = 'waiting'");
  expect(await forgetSilent(database, days)).toBe(0);
});

test('a person who leaves at the last moment is not forgotten', async (database) => {
  await join(database, 'leaves', 'silent');
  await remindAfter(database, 0);
  await sendAll(database);
  await later(database, '100 days');
  const query: Database['query'] = async (sql, parameters) => {
    if (sql.includes('erase_entries'))
      await database.query(
        "select waitlist.leave_list(id, 'link') from waitlist.entries where email like 'leaves@%'",
      );
    return database.query(sql, parameters);
  };
  expect(await forgetSilent({ ...database, query }, days)).toBe(1);
  expect(await namesOnList(database)).toEqual(['leaves']);
});

test('while sending is paused, as after a restore, nobody is forgotten', async (database) => {
  await join(database, 'silent');
  await remindAfter(database, 0);
  await sendAll(database);
  await later(database, '100 days');
  await database.query("select waitlist.pause_sending('the list was restored')");
  expect(await forgetSilent(database, days)).toBe(0);
  await database.query(
    'update waitlist.list_state set sending_paused_since = null, sending_paused_because = null',
  );
  expect(await forgetSilent(database, days)).toBe(1);
});
