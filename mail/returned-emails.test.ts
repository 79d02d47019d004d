import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { startScriptedSmtp } from '../tests/support/scripted-smtp.ts';
import { createJoin } from '../waitlist/join.ts';
import { retryMessages } from '../waitlist/retry-messages.ts';
import { openAnnouncementOutbox } from './announcement-outbox.ts';
import { planAnnouncement } from './announcement-plan.ts';
import { cancelAnnouncement, openAnnouncement } from './announcement-switches.ts';
import { findAnnouncement } from './announcements.ts';
import { type Delivery, openOutbox } from './outbox.ts';
import { findReturned } from './returned-emails.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { repeatUncertain } from './uncertain-emails.ts';
import { startMailWorker } from './worker.ts';

const { databases } = await openBothDatabases();

// What one test leaves must not be claimed in the next.
beforeEach(async () => {
  for (const { database } of databases) {
    await database.query('delete from waitlist.entries');
    await database.query('delete from waitlist.suppressions');
    await database.query("update waitlist.announcements set state = 'cancelled', paused_because = null");
  }
});

const join = (database: Database, name: string) =>
  createJoin({ database })({ email: `${name}@returned.example`, source: 'cta', client: '' });

const delivered = (outcome: Delivery['outcome']): Delivery => ({ outcome, reply: 'the fault', status: null });

/** Gives the next welcome email this outcome; returns its reference. */
async function send(database: Database, outcome: Delivery['outcome']): Promise<string | undefined> {
  const outbox = openOutbox(database, 'one');
  const claimed = await outbox.claim();
  if (claimed) await outbox.finish(claimed.reference, delivered(outcome));
  return claimed?.reference;
}

/** The same for the next email of an announcement; returns its recipient without the domain. */
async function announceNext(database: Database, outcome: Delivery['outcome']): Promise<string | undefined> {
  const outbox = openAnnouncementOutbox(database, 'one');
  const claimed = await outbox.claim();
  if (!('reference' in claimed)) return undefined;
  await outbox.finish(claimed.reference, delivered(outcome));
  return claimed.email.replace(/@.*/, '');
}

/** Opens an announcement for those who have joined. */
async function announce(database: Database, name: string, wave: number | null = null): Promise<void> {
  await planAnnouncement(database, {
    name,
    words: { subject: 'News', html: '<p>{{email}}</p>', text: '{{leave}}' },
    toUnconfirmed: true,
    source: null,
    first: null,
    wave,
    rate: 100_000_000,
  });
  await database.query('update waitlist.announcements set tested_version = version where name = $1', [name]);
  await openAnnouncement(database, name, 3);
}

/** Moves all due times back, as if this much time had passed. */
const later = (database: Database, interval: string) =>
  database.query(
    `with welcomes as (update waitlist.outbox set due_at = due_at - $1::interval),
          emails as (update waitlist.announcement_emails set due_at = due_at - $1::interval)
     update waitlist.announcements set due_at = due_at - $1::interval`,
    [interval],
  );

const welcomes = (database: Database) =>
  database.query<{ state: string; tries: number; repeats: number }>(
    'select state, tries, repeats from waitlist.outbox',
  );

const bounces = (database: Database) => database.query('select soft_bounces from waitlist.suppressions');

test.for(databases)(
  '$kind: a returned email is due again after a minute, however often, and costs no try and no bounce',
  async ({ database }) => {
    await join(database, 'amina');
    for (let times = 0; times < 12; times += 1) {
      expect(await send(database, 'returned')).toBeDefined();
      await later(database, '50 seconds');
      expect(await send(database, 'returned')).toBeUndefined();
      await later(database, '20 seconds');
    }
    expect(await welcomes(database)).toEqual([{ state: 'waiting', tries: 0, repeats: 0 }]);
    expect(await bounces(database)).toEqual([]);
    expect(await findReturned(database)).toEqual({ emails: 1, why: 'the fault' });
    expect(await send(database, 'sent')).toBeDefined();
    expect(await findReturned(database)).toBeUndefined();
  },
);

test.for(databases)(
  '$kind: a welcome email in doubt that is returned is sent later, and still only once more',
  async ({ database }) => {
    await join(database, 'amina');
    const reference = await send(database, 'uncertain');
    await later(database, '2 minutes');
    expect(await send(database, 'returned')).toBe(reference);
    expect(await welcomes(database)).toEqual([{ state: 'waiting', tries: 1, repeats: 1 }]);
    await later(database, '2 minutes');
    expect(await send(database, 'uncertain')).toBe(reference);
    await later(database, '5 minutes');
    expect(await send(database, 'sent')).toBeUndefined();
    expect(await welcomes(database)).toMatchObject([{ state: 'failed', repeats: 1 }]);
  },
);

test.for(databases)(
  '$kind: a returned email that was in doubt later and is sent once more by hand is not said to wait for a fault of ours',
  async ({ database }) => {
    await join(database, 'amina');
    await send(database, 'returned');
    for (let times = 0; times < 2; times += 1) {
      await later(database, '2 minutes');
      expect(await openOutbox(database, 'gone').claim()).toBeDefined();
    }
    await later(database, '2 minutes');
    expect(await openOutbox(database, 'one').claim()).toBeUndefined();
    expect(await retryMessages(database, { kind: 'welcome', state: 'uncertain' })).toBe(1);
    expect(await findReturned(database)).toBeUndefined();
  },
);

test.for(databases)(
  '$kind: an announcement’s email that was returned, then in doubt, and is sent once more by hand is not said to wait for a fault of ours',
  async ({ database }) => {
    await join(database, 'a');
    const name = `in doubt on ${database.kind}`;
    await announce(database, name);
    await announceNext(database, 'returned');
    await later(database, '2 minutes');
    await announceNext(database, 'returned');
    await later(database, '2 minutes');
    expect(await openAnnouncementOutbox(database, 'gone').claim()).toHaveProperty('reference');
    await later(database, '2 minutes');
    expect(await announceNext(database, 'sent')).toBeUndefined();
    expect(await repeatUncertain(database, name)).toBe(1);
    expect(await findReturned(database)).toBeUndefined();
  },
);

test.for(databases)(
  '$kind: an announcement goes on after a returned email, and tries that one again before it chooses another recipient',
  async ({ database }) => {
    for (const name of ['a', 'b', 'c']) await join(database, name);
    const name = `wave on ${database.kind}`;
    await announce(database, name, 2);
    for (let times = 0; times < 12; times += 1) {
      expect(await announceNext(database, 'returned')).toBe('a');
      await later(database, '2 minutes');
    }
    expect(await findReturned(database)).toEqual({ emails: 1, why: 'the fault' });
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'sending', sent: 0, deferred: 1 });
    expect(await announceNext(database, 'returned')).toBe('a');
    expect(await announceNext(database, 'sent')).toBe('b');
    await later(database, '2 minutes');
    expect(await announceNext(database, 'sent')).toBe('a');
    expect(await announceNext(database, 'sent')).toBeUndefined();
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'paused', sent: 2, toCome: 1 });
    expect(await bounces(database)).toEqual([]);
  },
);

test.for(databases)(
  '$kind: a returned email that was the last of its announcement keeps it from being done',
  async ({ database }) => {
    await join(database, 'a');
    const name = `last on ${database.kind}`;
    await announce(database, name);
    expect(await announceNext(database, 'deferred')).toBe('a');
    expect(await announceNext(database, 'sent')).toBeUndefined();
    await later(database, '2 minutes');
    expect(await announceNext(database, 'returned')).toBe('a');
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'sending', deferred: 1 });
    await later(database, '2 minutes');
    expect(await announceNext(database, 'sent')).toBe('a');
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 1 });
  },
);

test.for(databases)(
  '$kind: an email that is returned after its announcement was cancelled has failed, without a bounce',
  async ({ database }) => {
    await join(database, 'a');
    const name = `cancelled on ${database.kind}`;
    await announce(database, name);
    const outbox = openAnnouncementOutbox(database, 'one');
    const claimed = await outbox.claim();
    await cancelAnnouncement(database, name);
    if ('reference' in claimed) await outbox.finish(claimed.reference, delivered('returned'));
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'cancelled', failed: 1 });
    expect(await bounces(database)).toEqual([]);
  },
);

/** Starts a worker that is stopped with the test. @param html of the welcome email */
function startWorker(database: Database, port: number, html = '{{email}}') {
  const silent = () => {};
  const worker = startMailWorker({
    database,
    smtp: readSmtpAddress(`smtp://127.0.0.1:${port}`) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    templates: { welcome: { subject: 'Was it you?', html, text: '{{form}} {{date}}' } },
    log: { info: silent, warn: silent },
  });
  onTestFinished(worker.stop);
  return worker;
}

test.for(databases)(
  '$kind: a sender that the mail server refuses costs no recipient a try, and what to do stands in the outbox',
  async ({ database }) => {
    const server = await startScriptedSmtp({ MAIL: '550 5.7.1 not you' });
    onTestFinished(server.stop);
    await join(database, 'amina');
    const worker = startWorker(database, server.port);
    const why = expect.stringMatching(/Check MAIL_FROM.* It replied: 550 5\.7\.1 not you$/);
    await expect.poll(() => findReturned(database)).toEqual({ emails: 1, why });
    await expect.poll(worker.status).toMatch(/Emails wait: The mail server takes nothing from this sender/);
    await worker.stop();
    expect(await welcomes(database)).toEqual([{ state: 'waiting', tries: 0, repeats: 0 }]);
  },
);

test.for(databases)(
  '$kind: an email that cannot be written waits without costing its recipient a try',
  async ({ database }) => {
    const server = await startScriptedSmtp({});
    onTestFinished(server.stop);
    await join(database, 'amina');
    const worker = startWorker(database, server.port, '{{nothing}}');
    await expect
      .poll(() => findReturned(database))
      .toEqual({ emails: 1, why: expect.stringMatching(/^It could not be written\. /) });
    await worker.stop();
    expect(await welcomes(database)).toEqual([{ state: 'waiting', tries: 0, repeats: 0 }]);
  },
);
