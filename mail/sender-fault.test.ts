import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { createJoin } from '../waitlist/join.ts';
import { pauseSending, readSending, resumeSending } from '../waitlist/sending.ts';
import { findAnnouncement, openAnnouncement, planAnnouncement } from './announcements.ts';
import { type Delivery, openOutbox } from './outbox.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { startMailWorker } from './worker.ts';

const { databases } = await openBothDatabases();

beforeEach(async () => {
  for (const { database } of databases) {
    await database.query('delete from waitlist.entries');
    await database.query('delete from waitlist.suppressions');
    await database.query('delete from waitlist.email_hours');
    await database.query("update waitlist.announcements set state = 'cancelled', paused_because = null");
    await database.query("update waitlist.limits set every = '50 milliseconds' where name = 'email-tries'");
  }
});

const people = Array.from({ length: 12 }, (_, number) => `p${number}@mail${number}.example`);

async function joinAll(database: Database, addresses = people) {
  const join = createJoin({ database });
  for (const email of addresses) await join({ email, source: 'cta', client: '' });
}

/** A mail server that answers each recipient with what `reply` says, or takes the email if that is undefined. */
async function startMailServer(reply: (address: string) => string | undefined) {
  const asked: string[] = [];
  const inbox = await startSmtpInbox({
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const [code, ...words] = (reply(address) ?? '').split(' ');
      done(code ? Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }) : null);
    },
  });
  onTestFinished(inbox.stop);
  return { url: inbox.url, asked, taken: () => inbox.emails.map(({ to }) => to).sort() };
}

function startWorker(database: Database, url: string, html = '{{email}}') {
  const warnings: string[] = [];
  const worker = startMailWorker({
    database,
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    templates: { welcome: { subject: 'Was it you?', html, text: '{{form}} {{date}}' } },
    log: { info() {}, warn: (_, message) => void warnings.push(message) },
    pausesMs: { first: 20, most: 100 },
  });
  onTestFinished(worker.stop);
  return { worker, warnings };
}

const outcomes = (database: Database) =>
  database.query('select state, tries, count(*)::int as emails from waitlist.outbox group by state, tries');

const suppressed = (database: Database) => database.query('select from waitlist.suppressions');

test.for(
  databases.flatMap((place) =>
    [
      '554 5.7.1 Service unavailable; blocked using a blocklist',
      '550 5.4.5 Daily user sending quota exceeded',
    ].map((refusal) => ({ ...place, refusal })),
  ),
)(
  '$kind: while the server answers everybody “$refusal” nobody is given up, and then everybody gets their one email',
  async ({ database, refusal }) => {
    let answer: string | undefined = refusal;
    const server = await startMailServer(() => answer);
    await joinAll(database);
    const { worker, warnings } = startWorker(database, server.url);
    await expect.poll(() => server.asked.length).toBeGreaterThan(12);
    expect(worker.status()).toMatch(/^Emails wait: The mail server takes nothing from this sender/);
    expect(warnings).toHaveLength(1);
    await expect
      .poll(async () => (await readSending(database)).trouble)
      .toMatch(/Check MAIL_FROM, your quota and block lists/);
    answer = undefined;
    await expect.poll(server.taken).toEqual([...people].sort());
    await expect.poll(() => outcomes(database)).toEqual([{ state: 'sent', tries: 1, emails: 12 }]);
    expect(worker.status()).toBe('Emails are sent.');
    await expect.poll(async () => (await readSending(database)).trouble).toBeNull();
    expect(await suppressed(database)).toEqual([]);
  },
);

test.for(databases)(
  '$kind: one unknown mailbox among twelve is asked once, and the others get their email',
  async ({ database }) => {
    const [unknown = '', ...others] = people;
    const server = await startMailServer((address) =>
      address === unknown ? '550 5.1.1 User unknown' : undefined,
    );
    await joinAll(database);
    startWorker(database, server.url);
    await expect.poll(server.taken).toEqual([...others].sort());
    await expect.poll(() => suppressed(database)).toHaveLength(1);
    expect(server.asked.filter((address) => address === unknown)).toHaveLength(1);
  },
);

test.for(databases)(
  '$kind: one mailbox that is refused in words about the sender holds up nobody, and costs its own tries in the end',
  async ({ database }) => {
    const [odd = '', ...others] = people;
    const server = await startMailServer((address) =>
      address === odd ? '550 5.7.1 blocked using a blocklist' : undefined,
    );
    await joinAll(database);
    startWorker(database, server.url);
    await expect.poll(server.taken).toEqual([...others].sort());
    const state = () =>
      database.query("select tries from waitlist.outbox where state = 'waiting' and tries > 0");
    await expect.poll(state).toHaveLength(1);
  },
);

test.for(databases)(
  '$kind: an announcement to 200 that nobody may get for a while reaches each of them once afterwards',
  async ({ database }) => {
    let answer: string | undefined = '554 5.7.1 Relay access denied';
    const server = await startMailServer(() => answer);
    const members = Array.from({ length: 200 }, (_, number) => `m${number}@mail${number % 9}.example`);
    await joinAll(database, members);
    await database.query('delete from waitlist.outbox');
    const name = `blocked on ${database.kind}`;
    const words = { subject: 'News', html: '<p>{{email}}</p>', text: '{{leave}}' };
    await planAnnouncement(database, {
      name,
      words,
      toUnconfirmed: true,
      source: null,
      first: null,
      rate: 900_000,
    });
    await database.query('update waitlist.announcements set tested_version = version where name = $1', [
      name,
    ]);
    await openAnnouncement(database, name);
    startWorker(database, server.url);
    await expect.poll(() => server.asked.length).toBeGreaterThan(20);
    expect(await findAnnouncement(database, name)).toMatchObject({ state: 'sending', sent: 0, failed: 0 });
    answer = undefined;
    await expect.poll(() => findAnnouncement(database, name)).toMatchObject({ state: 'done', sent: 200 });
    expect(server.taken()).toEqual([...members].sort());
    expect(await suppressed(database)).toEqual([]);
  },
);

test.for(databases)(
  '$kind: several refusals in a row at different domains are about the sender whatever they say, and are taken back',
  async ({ database }) => {
    let answer: string | undefined = '550 5.1.1 User unknown';
    const server = await startMailServer(() => answer);
    await joinAll(database);
    const { worker } = startWorker(database, server.url);
    await expect.poll(worker.status).toMatch(/refuses one email after another, at \d+ domains/);
    await expect.poll(() => suppressed(database)).toEqual([]);
    answer = undefined;
    await expect.poll(server.taken).toEqual([...people].sort());
    await expect.poll(() => outcomes(database)).toEqual([{ state: 'sent', tries: 1, emails: 12 }]);
  },
);

test.for(databases)(
  '$kind: what lies with us costs no try and no bounce, however often, and ten broken connections are no bounce',
  async ({ database }) => {
    await joinAll(database, ['amina@mail.example']);
    const outbox = openOutbox(database, 'one');
    const next = async (outcome: Delivery['outcome']) => {
      await database.query("update waitlist.outbox set due_at = clock_timestamp() - interval '1 second'");
      const { claimed } = await outbox.claim();
      await outbox.finish(claimed?.messageId ?? '', { outcome, reply: 'the fault', status: null });
    };
    for (let times = 0; times < 12; times += 1) await next('sender_fault');
    expect(await outcomes(database)).toEqual([{ state: 'waiting', tries: 0, emails: 1 }]);
    for (let times = 0; times < 10; times += 1) await next('deferred');
    expect(await outcomes(database)).toEqual([{ state: 'failed', tries: 10, emails: 1 }]);
    expect(await suppressed(database)).toEqual([]);
  },
);

test.for(databases)(
  '$kind: an email that cannot be written waits without costing its recipient a try',
  async ({ database }) => {
    const server = await startMailServer(() => undefined);
    await joinAll(database, ['amina@mail.example']);
    const { worker } = startWorker(database, server.url, '{{nothing}}');
    await expect.poll(worker.status).toMatch(/An email could not be written/);
    await worker.stop();
    expect(await outcomes(database)).toEqual([{ state: 'waiting', tries: 0, emails: 1 }]);
  },
);

test.for(databases)('$kind: while all mail is paused the worker says so', async ({ database }) => {
  const server = await startMailServer(() => undefined);
  await pauseSending(database, 'a wrong link');
  const { worker } = startWorker(database, server.url);
  await expect.poll(worker.status).toBe('Emails wait: sending is paused (a wrong link).');
  await resumeSending(database);
  await expect.poll(worker.status).toBe('Emails are sent.');
});

test.for(databases)(
  '$kind: forty spellings of one mailbox with a plus get three emails a day, and ‘This wasn’t me’ holds for all',
  async ({ database }) => {
    const server = await startMailServer(() => undefined);
    const spellings = Array.from({ length: 40 }, (_, number) => `victim+${number}@outlook.example`);
    await joinAll(database, spellings);
    await database.query("update waitlist.limits set every = '1 millisecond' where name = 'emails-again'");
    startWorker(database, server.url);
    await expect
      .poll(() => database.query("select from waitlist.outbox where state in ('waiting', 'transmitting')"))
      .toEqual([]);
    await database.query("update waitlist.limits set every = '10 minutes' where name = 'emails-again'");
    expect(server.taken()).toHaveLength(3);
    await database.query("select waitlist.suppress('victim+1@outlook.example', 'not-me', now())");
    const [row] = await database.query(
      "select waitlist.is_suppressed('victim@outlook.example') as suppressed",
    );
    expect(row).toEqual({ suppressed: true });
  },
);
