import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables } from '../tests/support/emails.ts';
import { fillList } from '../tests/support/entries.ts';
import { erasePerson } from './erasing.ts';
import { countListChanges, countPeople, type Figures } from './figures.ts';
import { leaveList } from './people.ts';
import { suppressAddresses } from './suppressions.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

const address = (number: number) => `+p${number}@command.example`;

const confirm = (database: Database, ...people: number[]) =>
  database.query(
    'select waitlist.confirm_entry(id, $1, clock_timestamp()) from waitlist.entries where email = any ($2)',
    ['link', people.map(address)],
  );

const suppress = (database: Database, person: number, reason: string) =>
  database.query('select waitlist.suppress($1, $2, clock_timestamp())', [address(person), reason]);

/** Follows the link by which a person says that it was not them. */
async function sayNotMe(database: Database, person: number): Promise<void> {
  await database.query(
    "insert into waitlist.email_links (hash, entry_id, purpose) select '\\xaa', id, 'not-me' from waitlist.entries where email = $1",
    [address(person)],
  );
  await database.query("select waitlist.follow_link('aa', 'not-me', 'link')");
}

/** An email to them is marked as spam. */
async function complain(database: Database, person: number): Promise<void> {
  const [email] = await database.query<{ id: string }>(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, state, to_email, to_canonical)
     select id, 'asking', now(), now(), 'sent', email, canonical from waitlist.entries where email = $1
     on conflict do nothing returning message_id::text as id`,
    [address(person)],
  );
  await database.query('select waitlist.note_bounce($1, $2)', [email?.id, 'complaint']);
}

/** The sums that every reader makes. */
function expectSums(figures: Figures): void {
  const { joined, onList, confirmed, unanswered, unreachable, left, notMe, complained, erased } = figures;
  expect(onList).toBe(confirmed + unanswered + unreachable);
  expect(joined).toBe(onList + left + notMe + complained + erased);
  for (const groups of [figures.bySource, figures.byProvider, figures.byDay, figures.byHour]) {
    const total = (field: 'joined' | 'confirmed' | 'unanswered' | 'unreachable' | 'gone') =>
      groups.reduce((all, group) => all + group[field], 0);
    expect(total('joined')).toBe(onList + left + complained);
    expect(total('confirmed')).toBe(confirmed);
    expect(total('unanswered')).toBe(unanswered);
    expect(total('unreachable')).toBe(unreachable);
    expect(total('gone')).toBe(left + complained);
  }
}

test('everybody has one standing, and every sum is that of its parts', async (database) => {
  await fillList(database, 40);
  await confirm(database, 1, 2, 3, 4, 5, 6);
  await leaveList(database, address(1));
  await suppress(database, 2, 'bounce');
  await suppress(database, 7, 'bounce');
  await complain(database, 3);
  await sayNotMe(database, 8);
  await erasePerson(database, address(9));
  await erasePerson(database, address(4));
  const figures = await countPeople(database);
  expect(figures).toMatchObject({
    joined: 40,
    onList: 35,
    confirmed: 2,
    unanswered: 31,
    unreachable: 2,
    left: 1,
    notMe: 1,
    complained: 1,
    erased: 2,
  });
  expectSums(figures);
});

test('a provider of fewer than ten people is among the others, which come last', async (database) => {
  await fillList(database, 30);
  await database.query(
    "update waitlist.entries set email = replace(email, 'command', 'small') where id % 10 = 0",
  );
  const figures = await countPeople(database);
  expect(figures.byProvider.map(({ name, joined }) => [name, joined])).toEqual([
    ['command.example', 27],
    ['others', 3],
  ]);
  expectSums(figures);
});

test('people count as emailed if the email that asks went out, or they answered it', async (database) => {
  await fillList(database, 20);
  await database.query(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, state)
     select id, 'asking', now(), now(), case when id % 2 = 0 then 'sent' else 'failed' end from waitlist.entries`,
  );
  const [odd] = await database.query<{ email: string }>(
    'select email from waitlist.entries where id % 2 = 1',
  );
  await database.query(
    "select waitlist.confirm_entry(id, 'link', now()) from waitlist.entries where email = $1",
    [odd?.email],
  );
  expect((await countPeople(database)).bySource).toMatchObject([{ joined: 20, emailed: 11, confirmed: 1 }]);
});

test('a long list is counted page by page', async (database) => {
  await fillList(database, 2003);
  const figures = await countPeople(database);
  expect(figures).toMatchObject({ joined: 2003, unanswered: 2003 });
  expectSums(figures);
});

test('the changes since a moment count each person once', async (database) => {
  const since = new Date(Date.now() - 1000).toISOString();
  await fillList(database, 10);
  await database.query('update waitlist.entries set joined_at = clock_timestamp()');
  await confirm(database, 1, 2);
  await leaveList(database, address(1));
  await complain(database, 3);
  await sayNotMe(database, 4);
  await erasePerson(database, address(5));
  await suppress(database, 6, 'bounce');
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(await countListChanges(database, since, until)).toEqual({
    joined: 8,
    confirmed: 2,
    left: 1,
    notMe: 1,
    complained: 1,
    unreachable: 1,
    erased: 1,
  });
});

test('addresses of a file of suppressions that are not on the list are nobody’s news', async (database) => {
  const since = new Date(Date.now() - 1000).toISOString();
  await fillList(database, 10);
  await suppressAddresses(database, [
    { email: 'stranger@command.example', reason: 'bounce' },
    { email: 'another@command.example', reason: 'complaint' },
    { email: address(6), reason: 'complaint' },
  ]);
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(await countListChanges(database, since, until)).toMatchObject({ complained: 0, unreachable: 1 });
});
