import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { startSmtpInbox } from '../tests/support/smtp-inbox.ts';
import { createJoin } from '../waitlist/join.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { startMailWorker } from './worker.ts';

const { databases } = await openBothDatabases();

beforeEach(async () => {
  for (const { database } of databases) {
    await database.query('delete from waitlist.entries');
    await database.query('delete from waitlist.suppressions');
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

function startWorker(database: Database, url: string) {
  const warnings: string[] = [];
  const worker = startMailWorker({
    database,
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    templates: { welcome: { subject: 'Was it you?', html: '{{email}}', text: '{{form}} {{date}}' } },
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
    answer = undefined;
    await expect.poll(server.taken).toEqual([...people].sort());
    await expect.poll(() => outcomes(database)).toEqual([{ state: 'sent', tries: 1, emails: 12 }]);
    expect(worker.status()).toBe('Emails are sent.');
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
