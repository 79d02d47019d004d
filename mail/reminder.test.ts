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
  setLimit,
} from '../tests/support/emails.ts';
import { countPeople } from '../waitlist/figures.ts';
import { leaveList } from '../waitlist/people.ts';
import { followLink } from './links.ts';

const { lists, test } = await openBothLists();

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists) await remindAfter(database, 3);
});

const join = (database: Database, ...names: string[]) =>
  joinAll(
    database,
    names.map((name) => `${name}@reminder.example`),
  );

const waitingEmails = (database: Database) =>
  database.query<{ kind: string }>("select kind from waitlist.outbox where state = 'waiting'");

test('a person who does not answer is reminded once, three days later', async (database) => {
  await join(database, 'amina');
  expect(await sendAll(database)).toEqual(['amina']);
  await later(database, '71 hours');
  expect(await sendAll(database)).toEqual([]);
  await later(database, '2 hours');
  const reminder = await mustClaim(database);
  expect(reminder).toMatchObject({ kind: 'reminder', address: 'amina@reminder.example' });
  expect(reminder.links.sort()).toEqual(['confirm', 'leave', 'not-me', 'place']);
  await finish(database, reminder);
  await later(database, '30 days');
  expect(await sendAll(database)).toEqual([]);
  // Joining again asks again, and reminds no second time.
  await join(database, 'amina');
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await waitingEmails(database)).toEqual([]);
});

test('people who answered, left, complained, bounced or were erased are not reminded', async (database) => {
  await join(database, 'confirms', 'leaves', 'denies', 'bounces', 'erased', 'silent');
  const claimed = new Map<string, Awaited<ReturnType<typeof mustClaim>>>();
  for (let left = 6; left > 0; left -= 1) {
    const email = await mustClaim(database);
    await finish(database, email);
    claimed.set(email.address.replace(/@.*/, ''), email);
  }
  const press = (name: string, purpose: 'confirm' | 'not-me') =>
    followLink(database, { token: claimed.get(name)?.tokens[purpose] ?? '', purpose, via: 'link' });
  expect(await press('confirms', 'confirm')).toBe(true);
  expect(await press('denies', 'not-me')).toBe(true);
  await leaveList(database, 'leaves@reminder.example');
  await database.query("select waitlist.note_bounce($1, 'hard')", [claimed.get('bounces')?.messageId]);
  await database.query("delete from waitlist.entries where email = 'erased@reminder.example'");
  await later(database, '4 days');
  expect(await sendAll(database)).toEqual(['silent']);
});

test('an email that was not sent has no reminder', async (database) => {
  await join(database, 'amina', 'bilal');
  await finish(database, await mustClaim(database), 'rejected', 'soft');
  await finish(database, await mustClaim(database), 'uncertain');
  expect((await waitingEmails(database)).filter(({ kind }) => kind === 'reminder')).toEqual([]);
});

test('a later email that asks puts the reminder off', async (database) => {
  await join(database, 'amina');
  await sendAll(database);
  await later(database, '2 days');
  await join(database, 'amina');
  await sendAll(database);
  await later(database, '2 days');
  expect(await sendAll(database)).toEqual([]);
  await later(database, '2 days');
  expect((await mustClaim(database)).kind).toBe('reminder');
});

test('a reminder counts towards the limits of its mailbox', async (database) => {
  await setLimit(database, 'emails-unconfirmed', 1);
  await join(database, 'amina');
  await sendAll(database);
  await later(database, '4 days');
  expect(await sendAll(database)).toEqual([]);
});

test('where it is turned off nobody is reminded, and what waits is dropped', async (database) => {
  await join(database, 'amina');
  await sendAll(database);
  await remindAfter(database, 0);
  await join(database, 'bilal');
  await sendAll(database);
  await later(database, '30 days');
  expect(await sendAll(database)).toEqual([]);
});

test('the figures say how many have confirmed after it', async (database) => {
  await join(database, 'before', 'after');
  const first = await mustClaim(database);
  await finish(database, first);
  await sendAll(database);
  await followLink(database, { token: first.tokens.confirm, purpose: 'confirm', via: 'link' });
  await later(database, '4 days');
  const reminder = await mustClaim(database);
  await finish(database, reminder);
  await followLink(database, { token: reminder.tokens.confirm, purpose: 'confirm', via: 'link' });
  expect(await countPeople(database)).toMatchObject({ confirmed: 2, afterReminder: 1 });
});

test('an email to an erased person is deleted at its turn', async (database) => {
  await database.query(
    "insert into waitlist.outbox (entry_id, kind, queued_at, due_at) values (-1, 'reminder', now(), now())",
  );
  expect(await sendAll(database)).toEqual([]);
  expect(await waitingEmails(database)).toEqual([]);
});
