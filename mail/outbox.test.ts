import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import {
  claimBy,
  emptyTables,
  finish,
  joinAll,
  later,
  mustClaim,
  sendAll,
  setLimit,
} from '../tests/support/emails.ts';
import { noteBounce } from './bounce.ts';
import { followLink, type LinkPurpose } from './links.ts';
import { type ClaimedEmail, openOutbox } from './outbox.ts';
import { pauseSending, resumeSending } from './sending.ts';

const { databases, test } = await openBothDatabases();

// What one test leaves behind must not be claimed in the next.
beforeEach(() => emptyTables(databases));

const join = (database: Database, ...names: string[]) =>
  joinAll(
    database,
    names.map((name) => `${name}@outbox.example`),
  );

/** Joins, and sends what is due then. */
async function received(database: Database, name = 'amina'): Promise<number> {
  await join(database, name);
  return (await sendAll(database)).length;
}

/** Claims and sends the one email that is due. */
async function sent(database: Database): Promise<ClaimedEmail> {
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  return claimed;
}

const press = (database: Database, { tokens }: ClaimedEmail, purpose: LinkPurpose) =>
  followLink(database, { token: tokens[purpose], purpose, way: 'link' });

const messages = (database: Database) =>
  database.query('select state, tries, repeats from waitlist.outbox order by queued_at');

test('an address is owed one email, however often it is typed, which only one worker can claim', async (database) => {
  await join(database, 'amina', 'amina', 'AMINA');
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claimBy(database, worker)));
  const [claimed, ...others] = claims.filter(Boolean);
  expect(claimed).toMatchObject({ email: 'amina@outbox.example', words: null, source: 'cta' });
  expect(others).toEqual([]);
  expect(await messages(database)).toEqual([{ state: 'transmitting', tries: 1, repeats: 0 }]);
});

test('however often an address is typed, it gets three emails a day, and five in all until it confirms', async (database) => {
  for (const [tries, pause, expected] of [
    [6, '11 minutes', 3],
    [1, '1 day', 0],
    [6, '11 minutes', 2],
    [3, '1 day', 0],
  ] as const) {
    let emails = 0;
    for (let number = 0; number < tries; number += 1) {
      emails += await received(database);
      await later(database, pause);
    }
    expect(emails).toBe(expected);
  }
});

test('forty spellings of one mailbox with a plus get three emails a day, and ‘This wasn’t me’ ends all emails to it for good, also after erasure', async (database) => {
  await join(database, 'victim+0');
  const claimed = await sent(database);
  // At most one in ten minutes.
  expect(await received(database, 'victim+0')).toBe(0);
  let emails = 1;
  for (let number = 1; number < 40; number += 1) {
    await later(database, '11 minutes');
    emails += await received(database, `victim+${number}`);
  }
  expect(emails).toBe(3);
  for (let times = 0; times < 2; times += 1) expect(await press(database, claimed, 'not-me')).toBe(true);
  await later(database, '2 days');
  expect(await received(database, 'victim')).toBe(0);
  await database.query('delete from waitlist.entries');
  expect(await press(database, claimed, 'not-me')).toBe(false);
  expect(await received(database, 'victim+1')).toBe(0);
});

test('while the hour’s emails are used up, or all mail is paused, the rest wait', async (database) => {
  await setLimit(database, 'emails-an-hour', 1);
  await join(database, 'amina', 'bilal');
  expect(await sendAll(database)).toEqual(['amina']);
  await setLimit(database, 'emails-an-hour', 10_000);
  await pauseSending(database, 'a reason');
  expect(await openOutbox(database, 'one').isDue()).toBe(false);
  expect(await sendAll(database)).toEqual([]);
  await resumeSending(database);
  expect(await sendAll(database)).toEqual(['bilal']);
});

test('a deferred email is tried again after growing pauses, and in the end is marked as failed, which is no bounce', async (database) => {
  await join(database, 'amina');
  for (let tries = 1; tries < 10; tries += 1) {
    expect(await sendAll(database, 'deferred')).toEqual(['amina']);
    await later(database, `${0.9 * 2 ** (tries - 1)} minutes`);
    expect(await sendAll(database)).toEqual([]);
    await later(database, `${0.2 * 2 ** (tries - 1)} minutes`);
  }
  expect(await sendAll(database, 'deferred')).toEqual(['amina']);
  expect(await messages(database)).toEqual([{ state: 'failed', tries: 10, repeats: 0 }]);
  expect(await database.query('select from waitlist.suppressions')).toEqual([]);
});

test('of somebody’s two refused welcomes only the later is taken back, when the refusals were the sender’s fault', async (database) => {
  await join(database, 'amina');
  const first = await mustClaim(database);
  await finish(database, first, 'refused');
  await join(database, 'amina');
  const second = await mustClaim(database);
  await finish(database, second, 'refused');
  for (const claimed of [first, second]) await finish(database, claimed, 'sender_fault');
  expect(await messages(database)).toMatchObject([{ state: 'failed' }, { state: 'waiting' }]);
});

test('an email whose worker says nothing more for half a minute is sent once more with the same Message-ID, and never a third time', async (database) => {
  await join(database, 'amina');
  const first = await mustClaim(database, 'dead');
  await later(database, '31 seconds');
  await openOutbox(database, 'dead').renewLease([first.messageId]);
  expect(await claimBy(database, 'two')).toBeUndefined();
  await later(database, '31 seconds');
  const second = await mustClaim(database, 'two');
  expect(second.messageId).toBe(first.messageId);
  expect(second.tokens).not.toEqual(first.tokens);
  await finish(database, first, 'sent', null, 'dead');
  expect(await messages(database)).toMatchObject([{ state: 'transmitting', repeats: 1 }]);
  await later(database, '31 seconds');
  expect(await claimBy(database, 'three')).toBeUndefined();
  expect(await messages(database)).toMatchObject([{ state: 'uncertain', repeats: 1 }]);
  for (const claimed of [first, second]) expect(await press(database, claimed, 'confirm')).toBe(true);
});

test('a link works for its own purpose only, as often as it is pressed; a confirmed address is owed no email, whoever types it', async (database) => {
  await join(database, 'amina');
  const claimed = await sent(database);
  for (const purpose of ['confirm', 'not-me'] as const)
    expect(await followLink(database, { token: claimed.tokens.leave, purpose, way: 'link' })).toBe(false);
  for (let times = 0; times < 2; times += 1) expect(await press(database, claimed, 'confirm')).toBe(true);
  await later(database, '2 days');
  expect(await received(database)).toBe(0);
});

test('leaving cancels the queued email, and joining again asks for a new confirmation', async (database) => {
  await join(database, 'amina');
  const claimed = await sent(database);
  await press(database, claimed, 'confirm');
  await join(database, 'amina');
  for (let times = 0; times < 2; times += 1) expect(await press(database, claimed, 'leave')).toBe(true);
  expect(await messages(database)).toMatchObject([{ state: 'sent' }]);
  expect(await press(database, claimed, 'confirm')).toBe(false);
  await later(database, '1 hour');
  await join(database, 'amina');
  expect(await press(database, await sent(database), 'confirm')).toBe(true);
  const evidence = await database.query<{ event: string; via: string }>(
    'select event, via from waitlist.evidence order by at',
  );
  expect(evidence.map(({ event, via }) => `${event} ${via}`).join(', ')).toBe(
    'agreed cta, confirmed link, withdrew link, agreed cta, confirmed link',
  );
  for (const change of ["update %s set via = 'x'", 'delete from %s', 'truncate %s'])
    await expect(database.query(change.replace('%s', 'waitlist.evidence')), change).rejects.toThrow(
      /only ever added to/,
    );
});

test('a mailbox that is not there gets no more emails, and one that refuses none after three', async (database) => {
  for (const [verdict, emails] of [
    ['gone', 1],
    ['refused', 3],
  ] as const) {
    let tries = 0;
    for (let days = 0; days < 5; days += 1) {
      await join(database, verdict);
      tries += (await sendAll(database, 'refused', verdict)).length;
      await later(database, '1 day');
    }
    expect(tries, verdict).toBe(emails);
  }
});

test('a complaint removes the address from the list and ends all emails to it', async (database) => {
  await join(database, 'amina');
  const { messageId } = await sent(database);
  expect(await noteBounce(database, { messageIds: [messageId], verdict: 'complaint' })).toBe('suppressed');
  expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
  await later(database, '1 hour');
  expect(await received(database)).toBe(0);
});
