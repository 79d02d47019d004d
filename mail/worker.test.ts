import { generateKeyPairSync } from 'node:crypto';
import { authenticate } from 'mailauth';
import { expect, onTestFinished, test } from 'vitest';
import { site } from '../content/site.ts';
import { type Database, DatabaseUnavailable } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { type SmtpScript, startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { createJoin } from '../waitlist/join.ts';
import { openAnnouncement, planAnnouncement } from './announcements.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { startMailWorker } from './worker.ts';

const { databases } = await openBothDatabases();
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** Starts a worker that is stopped with the test. Returns it and what it has logged. */
function startWorker(database: Database, url: string) {
  const logged: string[] = [];
  const note = (facts: object, message: string) => void logged.push(JSON.stringify({ ...facts, message }));
  const worker = startMailWorker({
    database,
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: {
      from: 'salam@example.org',
      siteUrl: 'https://example.org',
      dkim: { selector: 'mail', privateKey },
    },
    templates: {
      welcome: {
        subject: 'Was it you?',
        html: '<p>{{email}} {{confirm}} {{notMe}} {{leave}}</p>',
        text: '{{form}} {{date}}',
      },
    },
    log: { info: note, warn: note },
  });
  onTestFinished(worker.stop);
  return { worker, logged };
}

const join = (database: Database, email: string) =>
  createJoin({ database })({ email, source: 'Friend', client: '' });

const stateOf = (database: Database, email: string) =>
  database.query<{ state: string; reply: string }>(
    `select message.state, message.reply from waitlist.outbox as message
       join waitlist.entries as entry on entry.id = message.entry_id where entry.email = $1`,
    [email],
  );

/** Opens an announcement for the first who confirmed. */
async function announce(database: Database, name: string): Promise<void> {
  await planAnnouncement(database, {
    name,
    words: { subject: 'News', html: '<p>{{email}}</p>', text: '{{leave}}' },
    toUnconfirmed: false,
    source: 'Friend',
    first: 1,
    rate: 600,
  });
  await database.query('update waitlist.announcements set tested_version = version');
  await openAnnouncement(database, name);
}

test.for(databases)(
  '$kind: somebody who joins gets an email, with the headers that providers require',
  async ({ database }) => {
    const inbox = await startSmtpInbox();
    onTestFinished(inbox.stop);
    startWorker(database, inbox.url);
    const email = 'Amina.Yusuf@worker.example';
    await join(database, email);
    const { from, raw, parsed } = await inbox.emailTo(email);
    const text = raw.toString('latin1');
    const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));
    const reference = /^bounce\+([\da-f]{32})@example\.org$/.exec(from)?.[1];
    expect(parsed).toMatchObject({
      from: { name: site.name, address: 'salam@example.org' },
      subject: 'Was it you?',
      messageId: `<${reference}@example.org>`,
      text: expect.stringMatching(/^our waitlist form \d+ \w+ \d{4}/),
    });
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(headers.get('list-id')).toBe('<waitlist.example.org>');
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/example\.org\/waitlist\/leave\?t=[\w-]{24}>\r$/m);
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    await expect.poll(() => stateOf(database, email)).toMatchObject([{ state: 'sent' }]);
  },
);

test('a receiver’s own checks pass: DKIM over both List headers, SPF, and DMARC by both', async () => {
  const [{ database }] = databases as [(typeof databases)[number]];
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  startWorker(database, inbox.url);
  await join(database, 'checked@worker.example');
  const { raw, from } = await inbox.emailTo('checked@worker.example');
  const records: Record<string, string> = {
    'mail._domainkey.example.org': `v=DKIM1; k=rsa; p=${publicKey.replace(/-----.*?-----|\s/g, '')}`,
    'example.org': 'v=spf1 ip4:192.0.2.1 -all',
    '_dmarc.example.org': 'v=DMARC1; p=reject; adkim=s; aspf=s',
  };
  const check = (message: Buffer, ip = '192.0.2.1') =>
    authenticate(message, {
      ip,
      helo: 'mail.example.org',
      sender: from,
      resolver: async (name: string, type: string) => {
        const record = type === 'TXT' ? records[name] : undefined;
        if (record === undefined) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
        return [[record]];
      },
    });
  const { dkim, spf, dmarc } = await check(raw);
  expect(dkim.results).toMatchObject([{ status: { result: 'pass' } }]);
  expect(dkim.results[0]?.signingHeaders?.keys).toMatch(/List-Unsubscribe: List-Unsubscribe-Post/i);
  expect(spf).toMatchObject({ status: { result: 'pass' } });
  expect(dmarc).toMatchObject({
    status: { result: 'pass' },
    alignment: { spf: { result: 'example.org' }, dkim: { result: 'example.org' } },
  });
  const changed = Buffer.from(raw.toString('latin1').replace('=One-Click', '=Two-Click'), 'latin1');
  expect((await check(changed)).dkim.results).toMatchObject([{ status: { result: 'fail' } }]);
  expect((await check(raw, '198.51.100.9')).spf).toMatchObject({ status: { result: 'fail' } });
});

test.for(databases)(
  '$kind: while the mail server is down emails wait unchanged, and are sent when it is back',
  async ({ database }) => {
    const gone = await startScriptedSmtp({});
    gone.stop();
    const { worker, logged } = startWorker(database, `smtp://127.0.0.1:${gone.port}`);
    const email = 'waits@worker.example';
    await join(database, email);
    await expect.poll(worker.status).toMatch(/Emails wait: The mail server cannot be reached/);
    expect(await stateOf(database, email)).toEqual([{ state: 'waiting', reply: null }]);
    await worker.stop();
    expect(logged.length).toBe(1);
    const inbox = await startSmtpInbox();
    onTestFinished(inbox.stop);
    startWorker(database, inbox.url);
    await inbox.emailTo(email);
  },
);

test.for([
  [{ RCPT: '550 5.1.1 <someone@worker.example> unknown' }, 'failed'],
  [{ RCPT: '450 4.2.0 <someone@worker.example> later' }, 'waiting'],
  [{ MAIL: '550 5.7.1 <someone@worker.example> not you' }, 'waiting'],
  [{ RCPT: 'cut' }, 'waiting'],
  [{ message: 'cut' }, 'transmitting'],
] as [SmtpScript, string][])(
  'a server that replies %j leaves the email %s, and neither log nor outbox quotes an address',
  async ([script, state]) => {
    const [{ database }] = databases as [(typeof databases)[number]];
    const server = await startScriptedSmtp(script);
    onTestFinished(server.stop);
    const { worker, logged } = startWorker(database, `smtp://127.0.0.1:${server.port}`);
    const email = `${state}${server.port}@worker.example`;
    await join(database, email);
    await expect.poll(() => logged.length).toBeGreaterThan(0);
    await worker.stop();
    const [message] = await stateOf(database, email);
    expect(message?.state).toBe(state);
    expect(`${logged.join()} ${message?.reply}`).not.toContain('@');
    await database.query('delete from waitlist.outbox');
  },
);

test('once the database answers again a worker no longer reports that it did not', async () => {
  const [{ database }] = databases as [(typeof databases)[number]];
  const server = await startScriptedSmtp({});
  onTestFinished(server.stop);
  let isAway = true;
  const query: Database['query'] = (...statement) =>
    isAway ? Promise.reject(new DatabaseUnavailable('The database is away.')) : database.query(...statement);
  const { worker } = startWorker({ ...database, query }, `smtp://127.0.0.1:${server.port}`);
  await expect.poll(worker.status).toBe('Emails wait: The database is away.');
  isAway = false;
  await expect.poll(worker.status).toBe('Emails are sent.');
});

test.for(databases)(
  '$kind: a worker that is stopped while it sends an email says so in the outbox',
  async ({ database }) => {
    const server = await startScriptedSmtp({ RCPT: 'silence' });
    onTestFinished(server.stop);
    const { worker } = startWorker(database, `smtp://127.0.0.1:${server.port}`);
    const email = 'stopped@worker.example';
    await join(database, email);
    await expect.poll(() => stateOf(database, email)).toMatchObject([{ state: 'transmitting' }]);
    await worker.stop();
    expect(await stateOf(database, email)).toMatchObject([{ state: 'waiting', reply: 'The worker stops.' }]);
    await database.query('delete from waitlist.outbox');
  },
);

test.for(databases)(
  '$kind: a welcome email is sent before the next email of an announcement',
  async ({ database }) => {
    const inbox = await startSmtpInbox();
    onTestFinished(inbox.stop);
    await join(database, 'news@worker.example');
    await database.query('update waitlist.entries set confirmed_at = clock_timestamp()');
    await database.query('delete from waitlist.outbox');
    await announce(database, 'news');
    await join(database, 'joins@worker.example');
    startWorker(database, inbox.url);
    await inbox.emailTo('joins@worker.example');
    await expect.poll(() => inbox.emails.map(({ parsed }) => parsed.subject)).toContain('News');
    const [claimed] = await database.query(
      `select welcome.transmitted_at < news.transmitted_at as first
         from waitlist.outbox as news, waitlist.outbox as welcome
        where news.kind = 'announcement' and welcome.kind = 'welcome'`,
    );
    expect(claimed).toEqual({ first: true });
  },
);

test.for(databases)(
  '$kind: the outcome of an email is stored though the reply holds what PostgreSQL cannot',
  async ({ database }) => {
    const server = await startScriptedSmtp({ message: '250 2.0.0 taken\0' });
    onTestFinished(server.stop);
    startWorker(database, `smtp://127.0.0.1:${server.port}`);
    await join(database, 'nul@worker.example');
    await expect.poll(() => stateOf(database, 'nul@worker.example')).toMatchObject([{ state: 'sent' }]);
  },
);

test.for(databases)(
  '$kind: an outcome that can never be stored is not tried for ever, and the worker says so',
  async ({ database }) => {
    const server = await startScriptedSmtp({});
    onTestFinished(server.stop);
    await database.query('alter function waitlist.finish_email rename to hidden');
    const { worker } = startWorker(database, `smtp://127.0.0.1:${server.port}`);
    await join(database, 'lost@worker.example');
    await expect.poll(worker.status).toMatch(/its outcome could not be stored/);
    await worker.stop();
    await database.query('alter function waitlist.hidden rename to finish_email');
    await database.query('delete from waitlist.outbox');
  },
);

test.for(databases)(
  '$kind: a server that hangs up after it has refused an email is charged to no other email',
  async ({ database }) => {
    const server = await startScriptedSmtp({ RCPT: '550 5.1.1 who?', RSET: 'cut' });
    onTestFinished(server.stop);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await join(database, `${name}@hangs-up.example`);
    const { worker } = startWorker(database, `smtp://127.0.0.1:${server.port}`);
    const outcomes = () =>
      database.query('select state, count(*)::int as emails from waitlist.outbox group by state');
    await expect.poll(outcomes).toEqual([{ state: 'failed', emails: 6 }]);
    await worker.stop();
    await database.query('delete from waitlist.outbox');
  },
);
