import PostalMime from 'postal-mime';
import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import {
  addConfirmed,
  addPeople,
  bounce,
  erase,
  everyone,
  find,
  leave,
  minutesAgo,
  news,
  notReachedBy,
  open,
  plan,
  reachedBy,
} from '../tests/support/announcements.ts';
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
import { everybody } from '../waitlist/filter.ts';
import { pagesOfOneRow } from '../waitlist/pages.ts';
import {
  beginScheduled,
  cancelAnnouncement,
  noteAnnouncementTested,
  openAnnouncement,
  pauseAnnouncement,
  planAnnouncement,
  resumeAnnouncement,
  scheduleAnnouncement,
} from './announcement-transitions.ts';
import {
  announcementsSentInstead,
  announcementsWaitedFor,
  type Plan,
  readAnnouncementWords,
  readHourlyShare,
  withAudienceCounts,
} from './announcements.ts';
import { createComposer } from './compose.ts';
import { followLink } from './links.ts';
import { findListFaults } from './list-faults.ts';
import { openOutbox } from './outbox.ts';
import { countNeedingAttention, planRetry, retryEmails } from './outbox-emails.ts';
import { pauseSending, readSending, resumeSending } from './sending.ts';
import type { EmailTemplate } from './templates.ts';

const { lists, test } = await openBothLists();

// What one test leaves must not be a recipient in the next.
beforeEach(() => emptyTables(lists));

test('everyone who confirmed gets an announcement once, in the order of joining', async (database) => {
  await addConfirmed(database, ['amina', 'bilal']);
  await addPeople(database, ['stranger']);
  const name = await open(database);
  await addConfirmed(database, ['later']);
  const first = await mustClaim(database);
  expect(first.words).toEqual(news);
  await finish(database, first);
  expect([first.address, ...(await sendAll(database))]).toEqual(['amina@news.example', 'bilal']);
  const done = { state: 'done', recipients: 2, sent: 2, toCome: 0 };
  expect(await find(database, name)).toMatchObject(done);
  await followLink(database, { token: first.tokens.leave, purpose: 'leave', via: 'one-click' });
  await open(database, { toUnconfirmed: true });
  expect(await sendAll(database)).toEqual(['bilal', 'stranger', 'later']);
});

test('who left and came back before their turn, without a new yes, counts as having left', async (database) => {
  await addConfirmed(database, ['amina', 'bilal']);
  const name = await open(database);
  await leave(database, 'amina');
  await addPeople(database, ['amina']);
  await bounce(database, 'bilal');
  expect(await sendAll(database)).toEqual([]);
  expect(await find(database, name)).toMatchObject({ notEntitled: 1, unreachable: 1 });
});

test('the audience can be a source or the first people, or include the unconfirmed', async (database) => {
  await addConfirmed(database, ['amina', 'bilal'], 'Masjid');
  await addConfirmed(database, ['dawud', 'idris']);
  await addPeople(database, ['stranger']);
  for (const [audience, sent] of [
    [{ peopleFilter: { ...everybody, source: 'Masjid' } }, ['amina', 'bilal']],
    [{ first: 3 }, ['amina', 'bilal', 'dawud']],
    [{ toUnconfirmed: true }, ['amina', 'bilal', 'dawud', 'idris', 'stranger']],
  ] as const) {
    const name = await open(database, audience);
    expect((await find(database, name)).recipients).toBe(sent.length);
    expect(await sendAll(database)).toEqual(sent);
  }
});

test('a correction goes to those whom the wrong announcement reached, the right one to the others', async (database) => {
  await addConfirmed(database, ['amina', 'bilal', 'dawud', 'idris', 'maryam']);
  const wrong = await open(database);
  for (const outcome of ['accepted', 'uncertain', 'rejected'] as const)
    await finish(database, await mustClaim(database), outcome);
  // The announcement's one repeat of a doubt is none: it stays uncertain.
  expect(await find(database, wrong)).toMatchObject({ sent: 1, uncertain: 1, failed: 1, toCome: 2 });
  await pauseAnnouncement(database, wrong, 'wrong words');
  const right = await plan(database, notReachedBy(wrong));
  // People who wait for the wrong one would get both.
  expect(await openAnnouncement(database, right)).toBe(false);
  await cancelAnnouncement(database, wrong);
  expect(await openAnnouncement(database, right)).toBe(true);
  expect(await announcementsSentInstead(database, wrong)).toEqual([right]);
  expect((await sendAll(database)).sort()).toEqual(['dawud', 'idris', 'maryam']);
  const correction = await open(database, reachedBy(wrong));
  expect((await sendAll(database)).sort()).toEqual(['amina', 'bilal']);
  // A correction of the correction, and filters that combine.
  await open(database, { peopleFilter: { ...everybody, sent: [wrong, correction], notSent: [right] } });
  expect((await sendAll(database)).sort()).toEqual(['amina', 'bilal']);
  await open(database, { peopleFilter: { ...everybody, sent: [right], notSent: [right] } });
  expect(await sendAll(database)).toEqual([]);
});

/** An announcement whose one email was rejected, and another one that is being sent to the people whom it had not reached. */
async function openInstead(database: Database) {
  await addConfirmed(database, ['amina']);
  const wrong = await open(database);
  const rejected = await mustClaim(database);
  await finish(database, rejected, 'rejected');
  expect(await claimBy(database)).toBeUndefined();
  const right = await open(database, notReachedBy(wrong));
  return { wrong, right, rejected };
}

test('nothing is sent once more of an announcement in whose place another one went', async (database) => {
  const { wrong, right, rejected } = await openInstead(database);
  expect(await announcementsSentInstead(database, wrong)).toEqual([right]);
  expect(await countNeedingAttention(database)).toEqual([]);
  const failed = { kind: 'announcement', state: 'failed' } as const;
  for (const retry of [failed, { ...failed, announcement: wrong }, { ids: [rejected.messageId] }]) {
    expect(await planRetry(database, retry)).toEqual({ failed: 0, uncertain: 0, leftAlone: 1 });
    expect(await retryEmails(database, retry)).toBe(0);
  }
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await find(database, right)).toMatchObject({ state: 'done', sent: 1 });
  expect(await find(database, wrong)).toMatchObject({ state: 'done', sent: 0, failed: 1 });
});

test('a rejection that turns out to be our fault sends nothing of a replaced announcement', async (database) => {
  const { wrong, rejected } = await openInstead(database);
  await finish(database, rejected, 'our-fault');
  await later(database, '2 minutes');
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await find(database, wrong)).toMatchObject({ state: 'done', sent: 0, failed: 1 });
  expect(await database.query('select from waitlist.suppressions'), 'no bounce').toEqual([]);
});

test('an email that was queued while another announcement went in its place is not sent', async (database) => {
  const { wrong, right, rejected } = await openInstead(database);
  // As a retry that was committed at the moment at which the other one began.
  await database.query(
    "update waitlist.outbox set state = 'waiting', due_at = now() where message_id = $1::uuid",
    [rejected.messageId],
  );
  await database.query("update waitlist.announcements set state = 'sending' where name = $1", [wrong]);
  // The first look finds that nothing of it is left.
  expect(await claimBy(database)).toBeUndefined();
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await find(database, right)).toMatchObject({ state: 'done', sent: 1 });
  expect(await find(database, wrong)).toMatchObject({ state: 'done', sent: 0 });
});

test('an announcement that asks about itself can be sent again, and its emails once more', async (database) => {
  await addConfirmed(database, ['amina']);
  const name = await plan(database);
  await plan(database, { name, ...notReachedBy(name) });
  await openAnnouncement(database, name);
  expect(await sendAll(database, 'rejected')).toEqual(['amina']);
  expect(await retryEmails(database, { kind: 'announcement', state: 'failed' })).toBe(1);
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await openAnnouncement(database, name)).toBe(true);
  expect(await sendAll(database)).toEqual([]);
});

/** As if somebody had joined at the beginning of this day, in UTC. */
const joinedOn = (database: Database, name: string, day: string) =>
  database.query('update waitlist.entries set joined_at = $2::timestamptz where email like $1', [
    `${name}@%`,
    `${day}T00:00:00Z`,
  ]);

test('the audience can be the people who joined between two times', async (database) => {
  await addConfirmed(database, ['early', 'between', 'late']);
  await joinedOn(database, 'early', '2026-01-01');
  await joinedOn(database, 'between', '2026-02-01');
  await joinedOn(database, 'late', '2026-03-01');
  const peopleFilter = {
    ...everybody,
    joinedSince: '2026-02-01T00:00:00.000Z',
    joinedUntil: '2026-03-01T00:00:00.000Z',
  };
  const name = await open(database, { peopleFilter });
  expect((await find(database, name)).peopleFilter).toEqual(peopleFilter);
  expect(await sendAll(database)).toEqual(['between']);
});

test('a planned announcement begins once at its time, for its audience of that moment', async (database) => {
  await addConfirmed(database, ['amina']);
  const name = await plan(database);
  expect(await scheduleAnnouncement(database, name, '2126-01-05T09:00:00Z')).toBe(true);
  expect((await find(database, name)).startsAt).toBe('2126-01-05T09:00:00Z');
  expect(await beginScheduled(database)).toBeUndefined();
  await addConfirmed(database, ['bilal']);
  // Moved, to a time at which no server was there.
  await scheduleAnnouncement(database, name, minutesAgo(5.5));
  await pauseSending(database, 'a reason');
  expect(await beginScheduled(database)).toBeUndefined();
  await resumeSending(database);
  const begun = await Promise.all([beginScheduled(database), beginScheduled(database)]);
  expect(begun.filter(Boolean)).toEqual([expect.objectContaining({ name, minutesLate: 5, hasBegun: true })]);
  expect(await sendAll(database)).toEqual(['amina', 'bilal']);
  expect(await beginScheduled(database)).toBeUndefined();
});

test('a planned announcement that may not begin is a fault, which names the one sent instead', async (database) => {
  await addConfirmed(database, ['amina']);
  const name = await plan(database);
  await scheduleAnnouncement(database, name, minutesAgo(60));
  const instead = await plan(database, notReachedBy(name));
  const notBegun = expect.stringMatching(`^The announcement ${name} was planned for .+ and has not begun`);
  expect(await announcementsWaitedFor(database, instead)).toEqual([]);
  await openAnnouncement(database, instead);
  expect(await beginScheduled(database)).toMatchObject({ name, hasBegun: false });
  expect(await findListFaults(database, new Date())).toContainEqual(notBegun);
  expect(await announcementsSentInstead(database, name)).toEqual([instead]);
  await cancelAnnouncement(database, name);
  expect(await findListFaults(database, new Date())).not.toContainEqual(notBegun);
});

test('an announcement waits for the one that it asks about', async (database) => {
  await addConfirmed(database, ['amina']);
  const first = await open(database);
  const second = await plan(database, notReachedBy(first));
  await scheduleAnnouncement(database, second, minutesAgo(1));
  expect(await beginScheduled(database)).toMatchObject({ name: second, hasBegun: false });
  expect(await announcementsWaitedFor(database, second)).toEqual([first]);
  await sendAll(database);
  expect(await announcementsWaitedFor(database, second)).toEqual([]);
});

for (const [what, again] of [
  ['a new time', async () => {}],
  ['a new plan with a time', (database, name, given) => plan(database, { name, ...given })],
] as [string, (database: Database, name: string, given: Partial<Plan>) => Promise<unknown>][])
  test(`${what} is not kept waiting by a try that failed before`, async (database) => {
    await addConfirmed(database, ['amina']);
    const first = await open(database);
    const given = notReachedBy(first);
    const second = await plan(database, given);
    const past = minutesAgo(1);
    await scheduleAnnouncement(database, second, past);
    expect(await beginScheduled(database)).toMatchObject({ name: second, hasBegun: false });
    await sendAll(database);
    expect(await beginScheduled(database)).toBeUndefined();
    await again(database, second, given);
    await scheduleAnnouncement(database, second, past);
    expect(await beginScheduled(database)).toMatchObject({ name: second, hasBegun: true });
  });

test('a new plan or a cancellation takes away the time of an announcement', async (database) => {
  const past = '2026-01-05T09:00:00Z';
  const name = await plan(database);
  await scheduleAnnouncement(database, name, past);
  await plan(database, { name });
  expect((await find(database, name)).startsAt).toBeNull();
  await scheduleAnnouncement(database, name, past);
  await cancelAnnouncement(database, name);
  expect(await beginScheduled(database)).toBeUndefined();
  expect(await scheduleAnnouncement(database, name, past)).toBe(false);
});

test('people who leave, bounce or are erased before their turn get nothing, and are counted', async (database) => {
  await addConfirmed(database, ['stays', 'left', 'gone', 'leaves', 'bounces', 'erased']);
  await leave(database, 'left');
  await bounce(database, 'gone');
  const name = await plan(database);
  const planned = { recipients: 4, toCome: 4, notEntitled: 1, unreachable: 1 };
  expect(await withAudienceCounts(database, await find(database, name))).toMatchObject(planned);
  await openAnnouncement(database, name);
  await leave(database, 'leaves');
  await bounce(database, 'bounces');
  await erase(database, 'erased');
  expect(await sendAll(database)).toEqual(['stays']);
  const sent = { state: 'done', recipients: 1, sent: 1, notEntitled: 2, unreachable: 2 };
  expect(await find(database, name)).toMatchObject(sent);
});

test('an announcement goes on counting the people it reached, even if they are erased', async (database) => {
  await addConfirmed(database, ['stays', 'erased']);
  const name = await open(database);
  expect(await sendAll(database)).toEqual(['stays', 'erased']);
  await erase(database, 'erased');
  expect(await find(database, name)).toMatchObject({ state: 'done', recipients: 2, sent: 2 });
});

test('a deferred email is tried again, unless its recipient has left meanwhile', async (database) => {
  await addConfirmed(database, ['stays', 'leaves']);
  const name = await open(database, { toUnconfirmed: true });
  expect(await sendAll(database, 'deferred')).toEqual(['stays', 'leaves']);
  expect(await find(database, name)).toMatchObject({ state: 'sending', sent: 0, deferred: 2 });
  await later(database, '10 seconds');
  expect((await openOutbox(database, 'one', 0).look()).dueInMs).toBeGreaterThan(0);
  await leave(database, 'leaves');
  await later(database, '2 minutes');
  expect(await sendAll(database)).toEqual(['stays']);
  expect(await find(database, name)).toMatchObject({ state: 'done', sent: 1, deferred: 0 });
});

test('an announcement whose worker died is uncertain, and is sent again only by hand', async (database) => {
  await addConfirmed(database, ['amina', 'bilal']);
  const name = await open(database);
  await mustClaim(database, 'dead');
  const slow = await mustClaim(database, 'slow');
  await later(database, '31 seconds');
  expect(await find(database, name)).toMatchObject({ sent: 0, uncertain: 2 });
  expect(await claimBy(database)).toBeUndefined();
  expect(await find(database, name)).toMatchObject({ state: 'done', sent: 0, uncertain: 2 });
  await finish(database, slow, 'accepted', null, 'slow');
  const doubtful = { kind: 'announcement', announcement: name, state: 'uncertain' } as const;
  expect(await retryEmails(database, doubtful)).toBe(1);
  expect(await sendAll(database)).toEqual(['amina']);
  expect(await find(database, name)).toMatchObject({ state: 'done', sent: 2, uncertain: 0 });
});

/** A call that opens an announcement is killed after it has put in this many recipients. */
async function openAndDie(database: Database, name: string, recipients: number): Promise<void> {
  const begin = `update waitlist.announcements set opening = gen_random_uuid() where name = $1 returning opening::text`;
  const [call] = await database.query<{ opening: string }>(begin, [name]);
  await database.query('select waitlist.add_recipients($1::uuid, 0, 1000, $2)', [call?.opening, recipients]);
}

test('with --at-most each call reaches the next people, and nobody twice', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c']);
  const name = await plan(database, { first: 4 });
  await openAndDie(database, name, 3);
  expect(await find(database, name)).toMatchObject({ state: 'planned', recipients: 3 });
  expect(await claimBy(database)).toBeUndefined();
  await openAnnouncement(database, name, 2);
  expect(await sendAll(database)).toEqual(['a', 'b']);
  expect(await find(database, name)).toMatchObject({ state: 'done', recipients: 2 });
  await addConfirmed(database, ['d', 'e']);
  expect(await openAnnouncement(database, name, 3)).toBe(true);
  expect(await sendAll(database)).toEqual(['c', 'd']);
});

test('a person who was erased after an announcement still counts towards its first people', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c']);
  const name = await plan(database, { first: 2 });
  expect(await openAnnouncement(database, name)).toBe(true);
  expect(await sendAll(database)).toEqual(['a', 'b']);
  await erase(database, 'a');
  expect(await openAnnouncement(database, name)).toBe(true);
  expect(await sendAll(database)).toEqual([]);
});

/** Looks for the recipients of an announcement to everyone two by two. */
async function findTwoByTwo(database: Database, maxRecipients: number | null) {
  const pages = pagesOfOneRow<{ pageEnd: string | null; emails: string[]; left: number }>(
    database,
    `select emails, not_entitled as left, page_end::text as "pageEnd"
       from waitlist.find_recipients(row(null, false, waitlist.filter_from($1::jsonb))::waitlist.audience, $2::bigint, 2, $3)`,
    (after) => [JSON.stringify(everybody), after, maxRecipients],
  );
  const found = { emails: [] as string[], left: 0 };
  for await (const page of pages) {
    found.emails.push(...page.emails);
    found.left += page.left;
  }
  return found;
}

test('people behind the last one of a full page are in the next page', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  for (const name of ['b', 'c']) await leave(database, name);
  const emails = ['a', 'd', 'e', 'f', 'g'].map((name) => `${name}@news.example`);
  for (const maxRecipients of [1, 2, 5, null])
    expect(await findTwoByTwo(database, maxRecipients), `${maxRecipients}`).toEqual({ emails, left: 2 });
});

test('of two calls that send at once, one is refused and its recipients get nothing', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c']);
  const name = await plan(database);
  const opened = await Promise.all([
    openAnnouncement(database, name, 1),
    openAnnouncement(database, name, 2),
  ]);
  expect(opened.filter(Boolean)).toHaveLength(1);
  const recipients = opened[0] ? ['a'] : ['a', 'b'];
  expect(await sendAll(database)).toEqual(recipients);
  expect(await find(database, name)).toMatchObject({ state: 'done', recipients: recipients.length });
});

/** The same database, which does something else before the first statement with this word. */
function interruptBefore(word: string, database: Database, act: () => Promise<unknown>): Database {
  let isFirst = true;
  const query: Database['query'] = async (sql, parameters) => {
    if (isFirst && sql.includes(word)) {
      isFirst = false;
      await act();
    }
    return database.query(sql, parameters);
  };
  return { ...database, query };
}

for (const [what, act] of [
  ['a second call', (database, name) => openAnnouncement(database, name, 1)],
  ['a new plan', (database, name) => plan(database, { name })],
  ['a cancellation', cancelAnnouncement],
] as [string, (database: Database, name: string) => Promise<unknown>][])
  test(`${what} while recipients are put in ends that call, which puts in nobody any more`, async (database) => {
    await addConfirmed(database, ['a', 'b', 'c']);
    const name = await plan(database);
    const interrupted = interruptBefore('add_recipients', database, () => act(database, name));
    expect(await openAnnouncement(interrupted, name)).toBe(false);
    const { recipients } = await find(database, name);
    expect(recipients).toBe(what === 'a second call' ? 1 : 0);
  });

test('an announcement keeps to its rate, and says when the next email is due', async (database) => {
  await addConfirmed(database, ['a', 'b']);
  await open(database, { rate: 1 });
  await mustClaim(database);
  expect(await openOutbox(database, 'one', 0).claim()).toEqual({ pauseMs: expect.any(Number) });
  await later(database, '58 seconds');
  expect(await claimBy(database)).toBeUndefined();
  await later(database, '2 seconds');
  expect(await claimBy(database)).toBeDefined();
});

test('emails that ask go before announcements, which leave them a part of the hour’s emails', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c']);
  await setLimit(database, 'announcements-an-hour', 2);
  await open(database);
  await joinAll(database, ['joins@news.example']);
  expect(await sendAll(database)).toEqual(['joins', 'a', 'b']);
  expect(await readHourlyShare(database)).toEqual({ most: 2, isUsedUp: true });
  await setLimit(database, 'announcements-an-hour', 8000);
  expect(await sendAll(database)).toEqual(['c']);
});

test('a paused or cancelled announcement stops, and a paused one can be resumed', async (database) => {
  await addConfirmed(database, ['a', 'b', 'c']);
  const name = await open(database);
  await finish(database, await mustClaim(database));
  expect(await pauseAnnouncement(database, name, 'a wrong link')).toBe(true);
  expect(await claimBy(database)).toBeUndefined();
  expect(await resumeAnnouncement(database, name)).toBe(true);
  await pauseSending(database, 'restored');
  await resumeSending(database);
  expect(await claimBy(database)).toBeUndefined();
  expect(await find(database, name)).toMatchObject({ state: 'paused', pausedBecause: 'restored' });
  expect(await resumeAnnouncement(database, name)).toBe(true);
  const last = await mustClaim(database);
  expect(await cancelAnnouncement(database, name)).toBe(true);
  await finish(database, last, 'deferred', 'hard');
  expect(await claimBy(database)).toBeUndefined();
  expect(await find(database, name)).toMatchObject({ state: 'cancelled', sent: 1, failed: 1 });
  expect(await database.query('select from waitlist.suppressions'), 'no bounce').toEqual([]);
});

test('an untested announcement is not sent, and a sent one is not planned again', async (database) => {
  const name = await plan(database);
  const again = { name, words: { subject: 'x', html: 'x', text: 'x' }, ...everyone, rate: 60 };
  expect(await planAnnouncement(database, again)).toBe(true);
  expect(await openAnnouncement(database, name)).toBe(false);
  await noteAnnouncementTested(database, name, (await find(database, name)).version);
  expect(await openAnnouncement(database, name)).toBe(true);
  expect(await planAnnouncement(database, again)).toBe(false);
});

/** Subject, HTML and text of an email with these words, as a mail program reads them. */
async function composeAndRead(words: EmailTemplate) {
  const compose = createComposer({ from: 'salam@example.org' });
  const { raw } = await compose({
    messageId: 'f'.repeat(32),
    address: 'amina@line.example',
    words,
    unsubscribe: 'https://example.org/waitlist/leave?t=t',
  });
  const { subject, html, text } = await PostalMime.parse(raw);
  return { raw, read: [subject, html?.trim(), text?.trim()] };
}

test('U+2028 and U+2029, which end a line for some readers, are kept in announcements', async (database) => {
  for (const end of ['\u2028', '\u2029']) {
    const text = `a${end}b`;
    const words = { subject: text, html: text, text };
    await pauseSending(database, text);
    expect((await readSending(database)).pausedBecause).toBe(text);
    await resumeSending(database);
    await plan(database, { name: text, words, peopleFilter: { ...everybody, source: text } });
    expect(await find(database, text)).toMatchObject({ name: text, peopleFilter: { source: text } });
    expect(await readAnnouncementWords(database, text)).toEqual(words);
    const { raw, read } = await composeAndRead(words);
    expect(raw.some((byte) => byte > 127)).toBe(false);
    expect(read).toEqual([text, text, text]);
  }
});
