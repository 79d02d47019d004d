import { expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { standings } from '../waitlist/entries.ts';
import { suppressionReasons } from '../waitlist/suppressions.ts';
import { announcementStates } from './announcements.ts';
import { notedBounces } from './judge.ts';
import { changeAnswers } from './linked-entries.ts';
import { outcomes } from './outbox.ts';
import { emailStates, shownState } from './outbox-emails.ts';
import { renewLeaseMs } from './transmit.ts';

// What SQL and TypeScript both say about emails and people (CONTRIBUTING, "Said twice").

const { test } = await openBothLists();

/** A bounce that is noted and counted against nobody: SQL alone names it. */
const uncounted = 'uncounted';

/** The words in quotes in a text, sorted, each once. */
const quotedIn = (text: string) =>
  [...new Set([...text.matchAll(/'([^']+)'/g)].map(([, word]) => word))].sort();

const sorted = (words: readonly string[]) => [...words].sort();

/** The words that a check of one column allows. */
async function wordsOfCheck(database: Database, table: string, column: string) {
  const { definition } = await queryOne<{ definition: string }>(
    database,
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and conname = $2',
    [`waitlist.${table}`, `${table}_${column}_check`],
  );
  return quotedIn(definition);
}

/** The body of a function. */
async function bodyOf(database: Database, name: string): Promise<string> {
  const { body } = await queryOne<{ body: string }>(
    database,
    "select prosrc as body from pg_proc where pronamespace = 'waitlist'::regnamespace and proname = $1",
    [name],
  );
  return body;
}

/** The words that stand in a function's body where the pattern matches. */
async function wordsOfBody(database: Database, name: string, pattern: RegExp) {
  const found = (await bodyOf(database, name)).match(pattern) ?? [];
  return quotedIn(found.join('\n'));
}

test('the outcomes of a try are those that the database knows', async (database) => {
  const comparedOutcomes = /outcome (?:=|not in) \(?'[^)\n]*'/g;
  expect(await wordsOfBody(database, 'state_after', comparedOutcomes)).toEqual(sorted(outcomes));
});

test('the database refuses an outcome that it does not know', async (database) => {
  const stateAfter = (outcome: string | null) =>
    database.query('select waitlist.state_after(null::waitlist.outbox, $1)', [outcome]);
  for (const outcome of outcomes) await stateAfter(outcome);
  await expect(stateAfter('lost')).rejects.toThrow('There is no outcome lost.');
  await expect(stateAfter(null)).rejects.toThrow('There is no outcome');
});

test('a worker renews its lease three times before it runs out', async (database) => {
  const { ms } = await queryOne<{ ms: number }>(
    database,
    'select (extract(epoch from waitlist.lease_duration()) * 1000)::integer as ms',
  );
  expect(ms).toBe(3 * renewLeaseMs);
});

test('the states of an email are those of the outbox, where a founder reads uncertain for doubted', async (database) => {
  const stored = await wordsOfCheck(database, 'outbox', 'state');
  expect(stored).toEqual(sorted([...emailStates, 'doubted']));
  const shown = await database.query<{ quick: string; slow: string }>(
    `select ${shownState} as quick, waitlist.shown_state(message) as slow
       from unnest($1::text[]) as stored (state), unnest(array['-1 day', '1 day']::interval[]) as due (later),
            jsonb_populate_record(null::waitlist.outbox,
              jsonb_build_object('state', stored.state, 'due_at', clock_timestamp() + due.later)) as message`,
    [stored],
  );
  for (const { quick, slow } of shown) {
    expect(quick).toBe(slow);
    expect(emailStates).toContain(quick);
  }
});

test('the states of an announcement are those that its table takes', async (database) => {
  expect(await wordsOfCheck(database, 'announcements', 'state')).toEqual(sorted(announcementStates));
});

test('what is noted about a mailbox is what the outbox and note_bounce take', async (database) => {
  const known = sorted([uncounted, ...notedBounces]);
  expect(await wordsOfCheck(database, 'outbox', 'bounced')).toEqual(known);
  expect(await wordsOfBody(database, 'note_bounce', /from_mild_to_bad constant .*;/)).toEqual(known);
});

test('the reasons for which no email goes to an address are those that the suppressions take', async (database) => {
  expect(await wordsOfCheck(database, 'suppressions', 'reason')).toEqual(sorted(suppressionReasons));
});

test('where somebody stands has the same words in SQL', async (database) => {
  expect(await wordsOfBody(database, 'standings', /(?:then|else) '\w+'/g)).toEqual(sorted(standings));
});

test('a wish to change the address has the same answers in SQL', async (database) => {
  expect(await wordsOfBody(database, 'ask_change', /return '[\w-]+'/g)).toEqual(sorted(changeAnswers));
});
