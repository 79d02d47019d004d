import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from '../waitlist/join.ts';
import { retryMessages } from '../waitlist/outbox-messages.ts';
import { pauseSending, resumeSending } from '../waitlist/sending.ts';
import {
  type Announcement,
  cancelAnnouncement,
  findAnnouncement,
  listUncertain,
  noteTested,
  openAnnouncement,
  type Plan,
  pauseAnnouncement,
  planAnnouncement,
  readHourlyShare,
  readReach,
  resumeAnnouncement,
  withReach,
} from './announcements.ts';
import { followLink } from './links.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from './outbox.ts';

const { databases } = await openBothDatabases();
let announcements = 0;

// What one test leaves must not be a recipient in the next.
beforeEach(async () => {
  for (const { database } of databases) {
    await database.query('delete from waitlist.entries');
    await database.query("update waitlist.announcements set state = 'cancelled', paused_because = null");
    await database.query('delete from waitlist.email_hours');
  }
});

const withItsReach = async (database: Database, name: string) =>
  withReach(database, (await findAnnouncement(database, name)) as Announcement);

const words = { subject: 'News', html: '<p>{{email}} {{leave}}</p>', text: 'News' };
const everyone = { toUnconfirmed: false, source: null, first: null };

async function people(database: Database, names: string[], source = 'cta') {
  const join = createJoin({ database });
  for (const name of names) await join({ email: `${name}@news.example`, source, client: '' });
  // No welcome emails in these tests.
  await database.query("delete from waitlist.outbox where kind = 'welcome'");
}

async function confirmed(database: Database, names: string[], source = 'cta') {
  await people(database, names, source);
  await database.query(
    'update waitlist.entries set confirmed_at = clock_timestamp() where confirmed_at is null',
  );
}

/** Plans an announcement and marks it as tested. Returns its name. */
async function plan(database: Database, given: Partial<Plan> = {}): Promise<string> {
  const name = `news${announcements++}`;
  const plan = { name, words, ...everyone, rate: 100_000_000, ...given };
  await planAnnouncement(database, plan);
  await noteTested(database, name, (await findAnnouncement(database, name))?.version ?? '');
  return name;
}

async function open(database: Database, given: Partial<Plan> = {}, atMost?: number): Promise<string> {
  const name = await plan(database, given);
  await openAnnouncement(database, name, atMost);
  return name;
}

const claimBy = async (database: Database, worker = 'one') =>
  (await openOutbox(database, worker).claim()).claimed;

async function mustClaim(database: Database, worker?: string): Promise<ClaimedEmail> {
  const claimed = await claimBy(database, worker);
  if (!claimed) throw new Error('Nothing was claimed.');
  return claimed;
}

const finish = (
  database: Database,
  { messageId }: ClaimedEmail,
  outcome: Delivery['outcome'] = 'sent',
  { worker = 'one', status = null }: { worker?: string; status?: string | null } = {},
) => openOutbox(database, worker).finish(messageId, { outcome, reply: 'a reply', status });

const retry = (database: Database, announcement: string, state: 'failed' | 'uncertain') =>
  retryMessages(database, { kind: 'announcement', announcement, state });

/** Sends until nothing is left to send now; returns the recipients without their domain. */
async function sendAll(database: Database, outcome: Delivery['outcome'] = 'sent'): Promise<string[]> {
  const sent: string[] = [];
  for (let claimed = await claimBy(database); claimed; claimed = await claimBy(database)) {
    await finish(database, claimed, outcome);
    sent.push(claimed.email.replace(/@.*/, ''));
  }
  return sent;
}

/** Moves the due times of all emails back, as if this much time had passed. */
const later = (database: Database, interval: string) =>
  database.query(
    `with emails as (update waitlist.outbox set due_at = due_at - $1::interval)
     update waitlist.announcements set due_at = due_at - $1::interval`,
    [interval],
  );

test.for(databases)(
  '$kind: everyone who confirmed gets an announcement once, in the order of joining, and then it is done',
  async ({ database }) => {
    await confirmed(database, ['amina', 'bilal']);
    await people(database, ['stranger']);
    const name = await open(database);
    await confirmed(database, ['later']);
    expect(await sendAll(database)).toEqual(['amina', 'bilal']);
    expect(await findAnnouncement(database, name)).toMatchObject({
      state: 'done',
      recipients: 2,
      sent: 2,
      toCome: 0,
    });
  },
);

test.for(databases)(
  '$kind: the audience may be limited to a source or to the first people, or include the unconfirmed',
  async ({ database }) => {
    await confirmed(database, ['amina', 'bilal'], 'Masjid');
    await confirmed(database, ['dawud', 'idris']);
    await people(database, ['stranger']);
    for (const [audience, sent] of [
      [{ source: 'Masjid' }, ['amina', 'bilal']],
      [{ first: 3 }, ['amina', 'bilal', 'dawud']],
      [{ toUnconfirmed: true }, ['amina', 'bilal', 'dawud', 'idris', 'stranger']],
    ] as const) {
      const name = await open(database, audience);
      expect((await findAnnouncement(database, name))?.recipients).toBe(sent.length);
      expect(await sendAll(database)).toEqual(sent);
    }
  },
);

test.for(databases)(
  '$kind: an announcement that is done and sent again goes to those who have joined since, and to nobody twice',
  async ({ database }) => {
    await confirmed(database, ['amina']);
    const name = await open(database);
    expect(await sendAll(database)).toEqual(['amina']);
    await confirmed(database, ['bilal']);
    expect(await readReach(database, { ...everyone, name })).toMatchObject({ recipients: 1 });
    expect(await openAnnouncement(database, name)).toBe(true);
    expect(await sendAll(database)).toEqual(['bilal']);
    await expect(
      database.query(
        `insert into waitlist.outbox (kind, announcement, entry_id, queued_at, due_at)
         select kind, announcement, entry_id, queued_at, due_at from waitlist.outbox`,
      ),
    ).rejects.toThrow(/outbox_recipient/);
  },
);

test.for(databases)(
  '$kind: somebody who leaves, bounces or is erased before their turn gets nothing',
  async ({ database }) => {
    await confirmed(database, ['leaves', 'bounces', 'erased', 'stays']);
    await open(database, { toUnconfirmed: true });
    await database.query("update waitlist.entries set state = 'left' where email like 'leaves@%'");
    await database.query("select waitlist.suppress('bounces@news.example', 'bounce', now())");
    await database.query("delete from waitlist.entries where email like 'erased@%'");
    expect(await sendAll(database)).toEqual(['stays']);
    await database.query('delete from waitlist.suppressions');
  },
);

test.for(databases)(
  '$kind: a deferred email is tried again, unless its recipient has left meanwhile',
  async ({ database }) => {
    await confirmed(database, ['stays', 'leaves']);
    const name = await open(database, { toUnconfirmed: true });
    expect(await sendAll(database, 'deferred')).toEqual(['stays', 'leaves']);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'sending', sent: 0, deferred: 2 });
    await later(database, '10 seconds');
    expect(await database.query("select waitlist.email_is_due(array['announcement']) as due")).toEqual([
      { due: false },
    ]);
    await database.query("update waitlist.entries set state = 'left' where email like 'leaves@%'");
    await later(database, '2 minutes');
    expect(await sendAll(database)).toEqual(['stays']);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 1, deferred: 0 });
  },
);

test.for(databases)(
  '$kind: an email whose worker died is uncertain and listed, and is sent again only by hand',
  async ({ database }) => {
    await confirmed(database, ['amina']);
    const name = await open(database);
    const claimed = await mustClaim(database, 'dead');
    await later(database, '31 seconds');
    expect(await findAnnouncement(database, name)).toMatchObject({ sent: 0, uncertain: 1 });
    expect(await claimBy(database)).toBeUndefined();
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 0, uncertain: 1 });
    expect(await listUncertain(database, name)).toMatchObject([
      { email: 'amina@news.example', messageId: claimed.messageId },
    ]);
    expect(await retry(database, name, 'uncertain')).toBe(1);
    expect((await mustClaim(database)).messageId).toBe(claimed.messageId);
    await finish(database, claimed);
    expect(await claimBy(database)).toBeUndefined();
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 1, uncertain: 0 });
  },
);

test.for(databases)(
  '$kind: a worker that was wrongly taken for dead may still report that the email was sent',
  async ({ database }) => {
    await confirmed(database, ['amina']);
    const name = await open(database);
    const claimed = await mustClaim(database, 'slow');
    await later(database, '31 seconds');
    await claimBy(database);
    await finish(database, claimed, 'sent', { worker: 'slow' });
    expect(await findAnnouncement(database, name)).toMatchObject({ sent: 1, uncertain: 0 });
  },
);

test.for(databases)(
  '$kind: workers that claim at the same time each get a different recipient',
  async ({ database }) => {
    await confirmed(database, ['a', 'b', 'c', 'd', 'e', 'f']);
    await open(database);
    const claims = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((worker) => claimBy(database, worker)),
    );
    expect(new Set(claims.map((claimed) => claimed?.email)).size).toBe(6);
  },
);

test.for(databases)(
  '$kind: with at most so many a call, the next call reaches the next people, and nobody twice',
  async ({ database }) => {
    await confirmed(database, ['a', 'b', 'c', 'd', 'e']);
    const name = await open(database, { first: 4 }, 2);
    expect(await sendAll(database)).toEqual(['a', 'b']);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', recipients: 2 });
    expect(await openAnnouncement(database, name, 3)).toBe(true);
    expect(await sendAll(database)).toEqual(['c', 'd']);
  },
);

test.for(databases)(
  '$kind: whoever gets nothing is counted, before and after, so that the sums add up',
  async ({ database }) => {
    await confirmed(database, ['stays', 'left', 'gone', 'leaves', 'bounces']);
    await database.query("update waitlist.entries set state = 'left' where email like 'left@%'");
    await database.query("select waitlist.suppress('gone@news.example', 'bounce', now())");
    const name = await plan(database);
    const planned = { recipients: 3, toCome: 3, leftList: 1, mailboxGone: 1 };
    expect(await withItsReach(database, name)).toMatchObject(planned);
    await openAnnouncement(database, name);
    await database.query("update waitlist.entries set state = 'left' where email like 'leaves@%'");
    await database.query("select waitlist.suppress('bounces@news.example', 'bounce', now())");
    expect(await sendAll(database)).toEqual(['stays']);
    const sent = { state: 'done', recipients: 1, sent: 1, leftList: 2, mailboxGone: 2 };
    expect(await findAnnouncement(database, name)).toMatchObject(sent);
    await database.query('delete from waitlist.suppressions');
  },
);

test.for(databases)(
  '$kind: recipients whom a killed command had put in get nothing before it is opened, and one email then',
  async ({ database }) => {
    await confirmed(database, ['a', 'b']);
    const name = await plan(database);
    await database.query('select waitlist.next_recipients($1, false, null, 0, 1, true)', [name]);
    expect(await claimBy(database)).toBeUndefined();
    expect(await withItsReach(database, name)).toMatchObject({ state: 'planned', recipients: 2 });
    await openAnnouncement(database, name);
    expect(await sendAll(database)).toEqual(['a', 'b']);
  },
);

test.for(databases)(
  '$kind: what failed is sent once more when that is asked for, each once, and the announcement is done again',
  async ({ database }) => {
    await confirmed(database, ['a', 'b']);
    const name = await open(database);
    expect(await sendAll(database, 'refused')).toEqual(['a', 'b']);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 0, failed: 2 });
    expect(await retry(database, name, 'failed')).toBe(2);
    expect(await sendAll(database)).toEqual(['a', 'b']);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 2, failed: 0 });
    expect(await retry(database, name, 'failed')).toBe(0);
  },
);

test.for(databases)('$kind: a kind of email that a program does not know waits', async ({ database }) => {
  await people(database, ['a']);
  await database.query(
    "insert into waitlist.outbox (entry_id, kind, queued_at, due_at) select id, 'new', now(), now() from waitlist.entries",
  );
  expect(await openOutbox(database, 'one').isDue()).toBe(false);
  expect(await claimBy(database)).toBeUndefined();
  expect(await database.query('select state from waitlist.outbox')).toEqual([{ state: 'waiting' }]);
});

test.for(databases)(
  '$kind: an announcement keeps to its rate, and says when the next email is due',
  async ({ database }) => {
    await confirmed(database, ['a', 'b', 'c']);
    await open(database, { rate: 1 });
    await mustClaim(database);
    expect(await openOutbox(database, 'one').claim()).toEqual({ pauseMs: expect.any(Number) });
    await later(database, '58 seconds');
    expect(await claimBy(database)).toBeUndefined();
    await later(database, '2 seconds');
    expect(await claimBy(database)).toBeDefined();
  },
);

test.for(databases)(
  '$kind: announcements leave part of the hour’s emails to people who join',
  async ({ database }) => {
    const most = (number: number) =>
      database.query("update waitlist.limits set most = $1 where name = 'announcements-an-hour'", [number]);
    await confirmed(database, ['a', 'b', 'c']);
    await most(2);
    await open(database);
    expect(await sendAll(database)).toEqual(['a', 'b']);
    expect(await readHourlyShare(database)).toEqual({ most: 2, isUsedUp: true });
    await most(8000);
    expect(await sendAll(database)).toEqual(['c']);
  },
);

test.for(databases)(
  '$kind: a paused or cancelled announcement stops, and only a paused one can be resumed',
  async ({ database }) => {
    await confirmed(database, ['a', 'b', 'c']);
    const name = await open(database);
    await finish(database, await mustClaim(database));
    expect(await pauseAnnouncement(database, name, 'a wrong link')).toBe(true);
    expect(await claimBy(database)).toBeUndefined();
    expect(await resumeAnnouncement(database, name)).toBe(true);
    const last = await mustClaim(database);
    expect(await cancelAnnouncement(database, name)).toBe(true);
    await finish(database, last, 'deferred', { status: '4.0.0' });
    expect(await database.query('select from waitlist.suppressions')).toEqual([]);
    expect(await resumeAnnouncement(database, name)).toBe(false);
    expect(await claimBy(database)).toBeUndefined();
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'cancelled', sent: 1, failed: 1 });
  },
);

test.for(databases)(
  '$kind: after a pause of all mail, by a restore too, an announcement waits until it is resumed itself',
  async ({ database }) => {
    await confirmed(database, ['a']);
    const name = await open(database);
    await pauseSending(database, 'restored');
    expect(await resumeAnnouncement(database, name)).toBe(false);
    await resumeSending(database);
    expect(await claimBy(database)).toBeUndefined();
    expect(await findAnnouncement(database, name)).toMatchObject({
      state: 'paused',
      pausedBecause: 'restored',
    });
    expect(await resumeAnnouncement(database, name)).toBe(true);
    expect(await sendAll(database)).toEqual(['a']);
  },
);

test.for(databases)(
  '$kind: an announcement not tested since it was planned is not sent, and one that was sent is not planned again',
  async ({ database }) => {
    await confirmed(database, ['a']);
    const name = await plan(database);
    const again = { name, words, ...everyone, rate: 60 };
    expect(await planAnnouncement(database, again)).toBe(true);
    expect(await openAnnouncement(database, name)).toBe(false);
    await noteTested(database, name, (await findAnnouncement(database, name))?.version ?? '');
    expect(await openAnnouncement(database, name)).toBe(true);
    expect(await planAnnouncement(database, again)).toBe(false);
  },
);

test.for(databases)(
  '$kind: the link in an announcement leaves the list, and a mailbox that is gone gets no more',
  async ({ database }) => {
    await confirmed(database, ['leaves', 'gone', 'stays']);
    await open(database);
    const leaves = await mustClaim(database);
    await finish(database, leaves);
    await finish(database, await mustClaim(database), 'refused', { status: '5.1.1' });
    await sendAll(database);
    expect(
      await followLink(database, { token: leaves.tokens.leave, purpose: 'leave', way: 'one-click' }),
    ).toBe(true);
    await open(database);
    expect(await sendAll(database)).toEqual(['stays']);
    await database.query('delete from waitlist.suppressions');
  },
);
