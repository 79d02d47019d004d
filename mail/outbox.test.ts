import { Client } from 'pg';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Database } from '../database/database.ts';
import { open } from '../tests/support/announcements.ts';
import { openBothLists } from '../tests/support/databases.ts';
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
import { leaveList } from '../waitlist/people.ts';
import { pauseAnnouncement } from './announcement-transitions.ts';
import { openLinkedEntries } from './linked-entries.ts';
import { followLink, type LinkPurpose, linkPurposes, linksOfAnnouncement } from './links.ts';
import { noteBounce } from './note-bounce.ts';
import { type ClaimedEmail, openOutbox } from './outbox.ts';
import { latestEmails } from './outbox-emails.ts';
import { pauseSending, resumeSending } from './sending.ts';
import { emailKinds } from './templates.ts';

const { lists, test, postgres } = await openBothLists();

// What one test leaves behind must not be claimed in the next.
beforeEach(() => emptyTables(lists));

const join = (database: Database, ...names: string[]) =>
  joinAll(
    database,
    names.map((name) => `${name}@outbox.example`),
  );

/** Somebody joins, and what is due then is sent. Returns how many emails that were. */
async function countSentOnJoin(database: Database, name = 'amina'): Promise<number> {
  await join(database, name);
  return (await sendAll(database)).length;
}

/** Claims and sends the one email that is due. */
async function sendOne(database: Database): Promise<ClaimedEmail> {
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  return claimed;
}

const press = (database: Database, { tokens }: ClaimedEmail, purpose: LinkPurpose) =>
  followLink(database, { token: tokens[purpose], purpose, via: 'link' });

const messages = (database: Database, kind = 'asking') =>
  database.query('select state, tries, repeats from waitlist.outbox where kind = $1 order by queued_at', [
    kind,
  ]);

test('an address that is typed often is owed one email, and one worker claims it', async (database) => {
  await join(database, 'amina', 'amina', 'AMINA');
  const claims = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claimBy(database, worker)));
  const [claimed, ...others] = claims.filter(Boolean);
  expect(claimed).toMatchObject({ address: 'amina@outbox.example', words: null, source: 'cta' });
  expect(others).toEqual([]);
  expect(await messages(database)).toEqual([{ state: 'transmitting', tries: 1, repeats: 0 }]);
});

test('an address gets three emails a day at most, and five until it confirms', async (database) => {
  for (const [tries, pause, expected] of [
    [6, '11 minutes', 3],
    [1, '1 day', 0],
    [6, '11 minutes', 2],
    [3, '1 day', 0],
  ] as const) {
    let emails = 0;
    for (let number = 0; number < tries; number += 1) {
      emails += await countSentOnJoin(database);
      await later(database, pause);
    }
    expect(emails).toBe(expected);
  }
});

test('‘This wasn’t me’ ends all emails to a mailbox, whatever stands after its plus', async (database) => {
  await join(database, 'victim+0');
  const claimed = await sendOne(database);
  // At most one in ten minutes.
  expect(await countSentOnJoin(database, 'victim+0')).toBe(0);
  let emails = 1;
  for (let number = 1; number < 40; number += 1) {
    await later(database, '11 minutes');
    emails += await countSentOnJoin(database, `victim+${number}`);
  }
  expect(emails).toBe(3);
  expect(await press(database, claimed, 'not-me')).toBe(true);
  const entries = "select from waitlist.entries where email like 'victim+0@%'";
  expect(await database.query(entries)).toEqual([]);
  expect(await press(database, claimed, 'not-me')).toBe(false);
  await later(database, '2 days');
  expect(await countSentOnJoin(database, 'victim')).toBe(0);
  expect(await countSentOnJoin(database, 'victim+1')).toBe(0);
});

test('a person who leaves and comes back is asked once their mailbox may get an email', async (database) => {
  await join(database, 'amina');
  expect(await sendAll(database)).toEqual(['amina']);
  await leaveList(database, 'amina@outbox.example');
  await join(database, 'amina');
  expect(await sendAll(database)).toEqual([]);
  await later(database, '11 minutes');
  expect(await sendAll(database)).toEqual(['amina']);
  await join(database, 'amina');
  expect(await sendAll(database)).toEqual([]);
  await later(database, '11 minutes');
  expect(await sendAll(database)).toEqual([]);
});

test('while the hour’s emails are used up, or all mail is paused, the rest wait', async (database) => {
  await setLimit(database, 'emails-an-hour', 1);
  await join(database, 'amina', 'bilal');
  expect(await sendAll(database)).toEqual(['amina']);
  await setLimit(database, 'emails-an-hour', 10_000);
  await pauseSending(database, 'a reason');
  expect(await openOutbox(database, 'one', 0).look()).toEqual({
    dueInMs: null,
    pausedBecause: 'a reason',
    waitingInFlood: 0,
  });
  expect(await sendAll(database)).toEqual([]);
  await resumeSending(database);
  expect(await sendAll(database)).toEqual(['bilal']);
});

test('a deferred email is tried after growing pauses, then failed, which is no bounce', async (database) => {
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

test('if two rejected emails were our fault, only the later one is sent again', async (database) => {
  await join(database, 'amina');
  const first = await mustClaim(database);
  await finish(database, first, 'rejected');
  await join(database, 'amina');
  const second = await mustClaim(database);
  await finish(database, second, 'rejected');
  for (const claimed of [first, second]) await finish(database, claimed, 'our-fault');
  expect(await messages(database)).toMatchObject([{ state: 'failed' }, { state: 'waiting' }]);
});

test('an email of a silent worker is sent once more, and never a third time', async (database) => {
  await join(database, 'amina');
  const first = await mustClaim(database, 'dead');
  await later(database, '31 seconds');
  await openOutbox(database, 'dead', 0).renewLease([first.messageId]);
  expect(await claimBy(database, 'two')).toBeUndefined();
  await later(database, '31 seconds');
  const second = await mustClaim(database, 'two');
  expect(second.messageId).toBe(first.messageId);
  expect(second.tokens).not.toEqual(first.tokens);
  await finish(database, first, 'accepted', null, 'dead');
  expect(await messages(database)).toMatchObject([{ state: 'transmitting', repeats: 1 }]);
  await later(database, '31 seconds');
  expect(await claimBy(database, 'three')).toBeUndefined();
  expect(await messages(database)).toMatchObject([{ state: 'uncertain', repeats: 1 }]);
  for (const claimed of [first, second]) expect(await press(database, claimed, 'confirm')).toBe(true);
});

test('a link works for its own purpose only, and a confirmed address is owed no email', async (database) => {
  await join(database, 'amina');
  const claimed = await sendOne(database);
  for (const purpose of ['confirm', 'not-me'] as const)
    expect(await followLink(database, { token: claimed.tokens.leave, purpose, via: 'link' })).toBe(false);
  for (let times = 0; times < 2; times += 1) expect(await press(database, claimed, 'confirm')).toBe(true);
  await later(database, '2 days');
  expect(await countSentOnJoin(database)).toBe(0);
});

test('leaving cancels the queued email, and joining again asks for a new confirmation', async (database) => {
  await join(database, 'amina');
  const claimed = await sendOne(database);
  await press(database, claimed, 'confirm');
  await join(database, 'amina');
  for (let times = 0; times < 2; times += 1) expect(await press(database, claimed, 'leave')).toBe(true);
  expect(await messages(database)).toMatchObject([{ state: 'sent' }]);
  expect(await press(database, claimed, 'confirm')).toBe(false);
  await later(database, '1 hour');
  await join(database, 'amina');
  expect(await press(database, await sendOne(database), 'confirm')).toBe(true);
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

test('a missing mailbox gets no more emails, and an unwilling one none after three', async (database) => {
  for (const [bounce, emails] of [
    ['hard', 1],
    ['soft', 3],
  ] as const) {
    let tries = 0;
    for (let days = 0; days < 5; days += 1) {
      await join(database, bounce);
      tries += (await sendAll(database, 'rejected', bounce)).length;
      await later(database, '1 day');
    }
    expect(tries, bounce).toBe(emails);
  }
});

test('a complaint removes the address from the list and ends all emails to it', async (database) => {
  await join(database, 'amina');
  const { messageId } = await sendOne(database);
  expect(await noteBounce(database, { messageIds: [messageId], verdict: 'complaint' })).toBe('suppressed');
  expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
  await later(database, '1 hour');
  expect(await countSentOnJoin(database)).toBe(0);
});

/** An announcement to everybody is being sent. */
const openAnnounced = (database: Database) =>
  open(database, { name: 'news', toUnconfirmed: true, rate: 600 });

/** Somebody's entry moves from old@ to new@. Returns the email that asked, which went to old@. */
async function moveEntry(database: Database): Promise<ClaimedEmail> {
  await join(database, 'old');
  const asking = await sendOne(database);
  await openLinkedEntries(database).change(asking.tokens.place, 'new@outbox.example');
  await press(database, await sendOne(database), 'change');
  return asking;
}

test('the list of emails shows where each went, also after a change of address', async (database) => {
  await moveEntry(database);
  const addresses = (await latestEmails(database, 'sent', 10)).map(({ kind, email }) => `${kind} ${email}`);
  expect(addresses.sort()).toEqual(['asking old@outbox.example', 'change new@outbox.example']);
});

test('a deferred email goes to its person’s new address, as another email', async (database) => {
  await join(database, 'old');
  const first = await mustClaim(database);
  await finish(database, first, 'deferred');
  await database.query(
    "update waitlist.entries set email = 'new@outbox.example', canonical = 'new@outbox.example'",
  );
  expect(await latestEmails(database, 'waiting', 1)).toMatchObject([{ email: 'new@outbox.example' }]);
  await later(database, '2 minutes');
  const second = await mustClaim(database);
  expect(second.address).toBe('new@outbox.example');
  expect(second.messageId).not.toBe(first.messageId);
});

test('what may have arrived at the old address is not sent to the new one', async (database) => {
  await join(database, 'old');
  await mustClaim(database, 'dead');
  await database.query(
    "update waitlist.entries set email = 'new@outbox.example', canonical = 'new@outbox.example'",
  );
  await later(database, '31 seconds');
  expect(await claimBy(database, 'two')).toBeUndefined();
  expect(await latestEmails(database, 'uncertain', 1)).toMatchObject([{ email: 'old@outbox.example' }]);
});

for (const then of [
  "select waitlist.leave_list(id, 'by hand') from waitlist.entries",
  'delete from waitlist.entries',
])
  test(`the old address is told of a change also after “${then}”`, async (database) => {
    await moveEntry(database);
    await database.query(then);
    const telling = await mustClaim(database);
    expect(telling).toMatchObject({ kind: 'moved', address: 'old@outbox.example' });
    await finish(database, telling);
    const isErased = then.startsWith('delete');
    expect(await messages(database, 'moved')).toHaveLength(isErased ? 0 : 1);
  });

it.runIf(postgres)(
  'two workers never claim emails to one mailbox at once, so that its limit holds',
  async () => {
    const [, { database, options }] = lists as [unknown, (typeof lists)[number]];
    await join(database, 'amina', 'bilal');
    const askingEmails = [await sendOne(database), await sendOne(database)];
    for (const { tokens } of askingEmails)
      await openLinkedEntries(database).change(tokens.place, 'stranger@outbox.example');
    const other = new Client(options.databaseUrl);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    const claim = 'select kind, address from waitlist.claim_email($1, $2, $3)';
    const { rows } = await other.query(claim, ['other', emailKinds, '{}']);
    expect(rows).toEqual([{ kind: 'change', address: 'stranger@outbox.example' }]);
    expect(await claimBy(database)).toBeUndefined();
    await other.query('commit');
    await later(database, '2 seconds');
    expect(await claimBy(database)).toBeUndefined();
    expect(await messages(database, 'change')).toHaveLength(1);
  },
);

it.runIf(postgres)('a worker does not wait for another that claims at this moment', async () => {
  const [, { database, options }] = lists as [unknown, (typeof lists)[number]];
  const other = new Client(options.databaseUrl);
  await other.connect();
  onTestFinished(() => other.end());
  const claimByOther = async () => {
    await other.query('begin');
    await other.query('select waitlist.claim_email($1, $2, $3)', ['other', emailKinds, '{}']);
  };

  await join(database, 'amina', 'bilal');
  await claimByOther();
  // A worker that waited would be cut off after some seconds.
  expect(await claimBy(database)).toMatchObject({ address: 'bilal@outbox.example' });
  await other.query('commit');

  await openAnnounced(database);
  await claimByOther();
  expect(await openOutbox(database, 'one', 0).claim()).toEqual({ pauseMs: 20 });
  await other.query('commit');
});

it.runIf(postgres)('a claim finds the next email by an index, and reads no others', async () => {
  const [, { database, options }] = lists as [unknown, (typeof lists)[number]];
  const client = new Client(options.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  /** What a claim has searched of these: two indexes, and the outbox from its beginning to its end. */
  const searchedByClaim = async () => {
    await client.query('begin');
    await client.query('select waitlist.claim_email($1, $2, $3)', ['other', emailKinds, '{}']);
    const { rows } = await client.query<{ name: string }>(
      `select relname::text as name from pg_class
        where relname in ('outbox', 'outbox_due', 'outbox_announced') and pg_stat_get_xact_numscans(oid) > 0 order by 1`,
    );
    await client.query('rollback');
    return rows.map(({ name }) => name);
  };

  await join(database, 'amina', 'bilal');
  expect(await searchedByClaim()).toEqual(['outbox_due']);
  await sendAll(database);
  await openAnnounced(database);
  expect(await searchedByClaim()).toEqual(['outbox_announced', 'outbox_due']);
});

test('what is due is what may go out: not what is limited, paused or leased', async (database) => {
  const countDue = async () => {
    const [row] = await database.query<{ due: number }>('select waitlist.count_due_emails($1) as due', [
      emailKinds,
    ]);
    return row?.due;
  };
  await join(database, 'amina', 'bilal');
  expect(await countDue()).toBe(2);
  await mustClaim(database, 'dead');
  expect(await countDue(), 'one is being sent').toBe(1);
  await later(database, '31 seconds');
  expect(await countDue(), 'its worker is gone').toBe(2);
  await setLimit(database, 'asking-emails-an-hour', 1);
  expect(await countDue(), 'a flood').toBe(0);
  await openAnnounced(database);
  expect(await countDue(), 'an announcement').toBe(2);
  await pauseAnnouncement(database, 'news', 'a reason');
  expect(await countDue(), 'it is paused').toBe(0);
});

it('every kind of email has its row, with existing limits and links', async () => {
  const [{ database }] = lists as [(typeof lists)[number]];
  const kinds = await database.query<{ kind: string; limitNames: string[]; links: string[] }>(
    'select kind, limit_names as "limitNames", links from waitlist.email_kinds',
  );
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([...emailKinds].sort());
  const limits = await database.query<{ name: string }>('select name from waitlist.limits');
  expect(limits.map(({ name }) => name)).toEqual(
    expect.arrayContaining(kinds.flatMap((kind) => kind.limitNames)),
  );
  expect(linkPurposes).toEqual(expect.arrayContaining(kinds.flatMap(({ links }) => links)));
});

it('a test of an announcement and its rehearsal have the links of its row', async () => {
  const [{ database }] = lists as [(typeof lists)[number]];
  const announced = await database.query('select links from waitlist.email_kinds where of_announcement');
  expect(announced).toEqual([{ links: linksOfAnnouncement }]);
});

test('a person has one open email of a kind, except after a change of address', async (database) => {
  await join(database, 'amina');
  const queueTwo = async (kind: string) =>
    database.query(
      `insert into waitlist.outbox (entry_id, kind, queued_at, due_at)
       select id, $1, now(), now() from waitlist.entries, generate_series(1, 2)
       on conflict do nothing returning kind`,
      [kind],
    );
  await database.query('delete from waitlist.outbox');
  const queued: Record<string, number> = {};
  // An announcement is queued once for each person by an index of its own.
  for (const kind of emailKinds) if (kind !== 'announcement') queued[kind] = (await queueTwo(kind)).length;
  expect(queued).toEqual({ asking: 1, reminder: 1, change: 2, moved: 2, 'moved-here': 2 });
});
