import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { authenticate } from 'mailauth';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { site } from '../content/site.ts';
import { type Database, DatabaseUnavailable, StatementError } from '../database/database.ts';
import { notReachedBy, plan } from '../tests/support/announcements.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables, joinAll } from '../tests/support/emails.ts';
import { type SmtpScript, startScriptedSmtp, startSmtpInbox } from '../tests/support/smtp.ts';
import { scheduleAnnouncement } from './announcement-transitions.ts';
import { noteTrouble, readSending } from './sending.ts';
import { readSmtpAddress, type SmtpAddress } from './smtp-address.ts';
import { type EmailTemplates, emailKinds } from './templates.ts';
import { startMailWorker } from './worker.ts';

const { lists, test } = await openBothLists();
const [{ database: embedded }] = lists as [(typeof lists)[number]];
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

beforeEach(async () => {
  await emptyTables(lists);
  for (const { database } of lists) await setPause(database, '1 minute');
});

/** How long a deferred email waits at first. */
const setPause = (database: Database, pause: string) =>
  database.query("update waitlist.limits set every = $1::interval where name = 'email-tries'", [pause]);

const template = { subject: 'Another', html: '<p>{{email}} {{change}}</p>', text: '{{email}}' };
const templates = Object.fromEntries(emailKinds.map((kind) => [kind, template])) as EmailTemplates;
const slots = '<p>{{email}} {{confirm}} {{notMe}} {{leave}}</p>';

/** Starts a worker that is stopped with the test. Returns it and what it has logged. */
function startWorker(database: Database, url: string, html = slots) {
  const logged: string[] = [];
  const line = (facts: object, message: string) => void logged.push(JSON.stringify({ ...facts, message }));
  const worker = startMailWorker({
    database,
    smtp: readSmtpAddress(url) as SmtpAddress,
    sender: {
      from: 'salam@example.org',
      siteUrl: 'https://example.org',
      dkim: { keySelector: 'mail', privateKey },
    },
    templates: { ...templates, asking: { subject: 'Was it you?', html, text: '{{form}} {{date}}' } },
    log: { info() {}, warn: line },
    pausesMs: { first: 20, longest: 100 },
  });
  onTestFinished(worker.stop);
  return { worker, logged };
}

/** A mail server that answers each recipient with what `reply` says, or takes the email if that is undefined. */
async function startInbox(reply: (address: string) => string | undefined = () => undefined) {
  const asked: string[] = [];
  /** How many recipients were asked for at the moment of each. */
  const atOnce: number[] = [];
  let open = 0;
  const inbox = await startSmtpInbox({
    async onRcptTo({ address }, _session, done) {
      asked.push(address);
      atOnce.push(++open);
      // As over a network: what is done at once is then seen to be.
      await wait(50);
      open -= 1;
      const [code, ...words] = (reply(address) ?? '').split(' ');
      done(code ? Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }) : null);
    },
  });
  onTestFinished(inbox.stop);
  return { ...inbox, asked, atOnce, taken: () => inbox.emails.map(({ to }) => to).sort() };
}

async function startScripted(script: SmtpScript) {
  const server = await startScriptedSmtp(script);
  onTestFinished(server.stop);
  return `smtp://127.0.0.1:${server.port}`;
}

const outcomes = (database: Database) =>
  database.query(
    "select state, tries, count(*)::int as emails from waitlist.outbox where kind = 'asking' group by state, tries",
  );

const states = (database: Database) =>
  database.query<{ state: string; reply: string }>(
    "select state, reply from waitlist.outbox where kind = 'asking'",
  );

it('the email that asks has the headers that providers require, and passes DMARC', async () => {
  const inbox = await startInbox();
  startWorker(embedded, inbox.url);
  const email = 'Amina.Yusuf@worker.example';
  await joinAll(embedded, [email], 'Friend');
  const { from, raw, parsed } = await inbox.emailTo(email);
  const text = raw.toString('latin1');
  const messageId = /^bounce\+([\da-f]{32})@example\.org$/.exec(from)?.[1];
  expect(parsed).toMatchObject({
    from: { name: site.name, address: 'salam@example.org' },
    subject: 'Was it you?',
    messageId: `<${messageId}@example.org>`,
    text: expect.stringMatching(/^our waitlist form \d+ \w+ \d{4}/),
  });
  expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(text).toMatch(/^List-ID: <waitlist\.example\.org>\r$/m);
  expect(text).toMatch(/^List-Unsubscribe: <https:\/\/example\.org\/waitlist\/leave\?t=[\da-f]{48}>\r$/m);
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const records: Record<string, string> = {
    'mail._domainkey.example.org': `v=DKIM1; k=rsa; p=${publicKey.replace(/-----.*?-----|\s/g, '')}`,
    'example.org': 'v=spf1 ip4:192.0.2.1 -all',
    '_dmarc.example.org': 'v=DMARC1; p=reject; adkim=s; aspf=s',
  };
  const { dkim, dmarc } = await authenticate(raw, {
    ip: '192.0.2.1',
    helo: 'mail.example.org',
    sender: from,
    resolver: async (name: string, type: string) => {
      const record = type === 'TXT' ? records[name] : undefined;
      if (record === undefined) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
      return [[record]];
    },
  });
  expect(dkim.results).toMatchObject([{ status: { result: 'pass' } }]);
  expect(dkim.results[0]?.signingHeaders?.keys).toMatch(/List-Unsubscribe: List-Unsubscribe-Post/i);
  const alignment = { spf: { result: 'example.org' }, dkim: { result: 'example.org' } };
  expect(dmarc).toMatchObject({ status: { result: 'pass' }, alignment });
});

test('while the mail server is down emails wait unchanged, which the log says once', async (database) => {
  const gone = await startScriptedSmtp({});
  gone.stop();
  const { worker, logged } = startWorker(database, `smtp://127.0.0.1:${gone.port}`);
  await joinAll(database, ['waits@worker.example']);
  await expect.poll(worker.status).toMatch(/Emails wait: The mail server cannot be reached/);
  expect(await states(database)).toEqual([{ state: 'waiting', reply: null }]);
  await worker.stop();
  expect(logged).toHaveLength(1);
});

test('a worker that is stopped while it sends an email says so in the outbox', async (database) => {
  const { worker } = startWorker(database, await startScripted({ RCPT: 'silence' }));
  await joinAll(database, ['stopped@worker.example']);
  await expect.poll(() => states(database)).toMatchObject([{ state: 'transmitting' }]);
  await worker.stop();
  expect(await states(database)).toEqual([{ state: 'waiting', reply: 'The worker stops.' }]);
});

test('an outcome is stored when the database is back, so nobody gets the email twice', async (database) => {
  let hasFailed = false;
  const query: Database['query'] = (sql, parameters) => {
    const isOutcome = sql.includes('finish_email');
    if (!isOutcome || hasFailed) return database.query(sql, parameters);
    hasFailed = true;
    return Promise.reject(new DatabaseUnavailable('The database is away.'));
  };
  const inbox = await startInbox();
  startWorker({ ...database, query }, inbox.url);
  await joinAll(database, ['kept@worker.example']);
  await expect.poll(() => outcomes(database)).toEqual([{ state: 'sent', tries: 1, emails: 1 }]);
});

test('an email that cannot be written costs its recipient no try', async (database) => {
  const { worker } = startWorker(database, await startScripted({}), '{{nothing}}');
  await joinAll(database, ['amina@mail.example']);
  await expect
    .poll(worker.status)
    .toBe('Emails wait: An email could not be written, or its outcome could not be stored.');
  await worker.stop();
  expect(await outcomes(database)).toEqual([{ state: 'waiting', tries: 0, emails: 1 }]);
});

const people = Array.from({ length: 12 }, (_, number) => `p${number}@mail${number}.example`);
const [odd = '', ...others] = people;

for (const [refusal, domains] of [
  ['554 5.7.1 Service unavailable; blocked using a blocklist', 12],
  ['550 5.4.5 Daily user sending quota exceeded', 12],
  // Several in a row are our fault, even if they say something else: at several domains, or many in all.
  ['550 5.1.1 User unknown', 12],
  ['550 5.1.1 User unknown', 2],
] as const)
  it(`while a server answers everybody “${refusal}” at ${domains} domains, nobody is given up`, async () => {
    const addresses = people.map((_, number) => `p${number}@mail${number % domains}.example`);
    await setPause(embedded, '50 milliseconds');
    let answer: string | undefined = refusal;
    const inbox = await startInbox(() => answer);
    await joinAll(embedded, addresses);
    const { worker, logged } = startWorker(embedded, inbox.url);
    await expect
      .poll(worker.status)
      .toMatch(/takes nothing from this sender|refuses one email after another/);
    // Other connections may still end what they had begun before. After a row of single emails they are gone.
    const row = people.map(() => 1);
    await expect.poll(() => inbox.atOnce.slice(-row.length)).toEqual(row);
    inbox.atOnce.length = 0;
    await expect.poll(() => inbox.atOnce.length).toBeGreaterThan(12);
    expect(Math.max(...inbox.atOnce)).toBe(1);
    expect(logged.filter((line) => line.includes('emails wait'))).toHaveLength(1);
    await expect
      .poll(async () => (await readSending(embedded)).trouble)
      .toMatch(/Check MAIL_FROM, your quota/);
    expect(await embedded.query('select from waitlist.suppressions')).toEqual([]);
    answer = undefined;
    await expect.poll(inbox.taken).toEqual([...addresses].sort());
    await expect.poll(() => outcomes(embedded)).toEqual([{ state: 'sent', tries: 1, emails: 12 }]);
    expect(worker.status()).toBe('Emails are sent.');
    await expect.poll(async () => (await readSending(embedded)).trouble).toBeNull();
  });

for (const [reply, what, its] of [
  ['550 5.1.1 User unknown', 'is asked once', "state = 'failed' and tries = 1"],
  ['550 5.7.1 on a blocklist', 'costs its own tries', "state in ('waiting', 'failed') and tries > 0"],
] as const)
  it(`one mailbox among twelve that is answered “${reply}” ${what}, and holds up nobody`, async () => {
    await setPause(embedded, '50 milliseconds');
    const inbox = await startInbox((address) => (address === odd ? `${reply} <${odd}>` : undefined));
    await joinAll(embedded, people);
    const { logged } = startWorker(embedded, inbox.url);
    await expect.poll(inbox.taken).toEqual([...others].sort());
    await expect.poll(() => embedded.query(`select from waitlist.outbox where ${its}`)).toHaveLength(1);
    await expect.poll(() => logged.length).toBeGreaterThan(0);
    expect(logged.join(), 'no address in the log').not.toContain('@');
    if (!reply.includes('5.1.1')) return;
    expect(await embedded.query('select from waitlist.suppressions')).toHaveLength(1);
    expect(inbox.asked.filter((address) => address === odd)).toHaveLength(1);
  });

test('when a server hangs up after a refusal, no other email is charged', async (database) => {
  startWorker(database, await startScripted({ RCPT: '550 5.1.1 who?', RSET: 'cut' }));
  await joinAll(database, ['a@hangs-up.example', 'b@hangs-up.example', 'c@hangs-up.example']);
  await expect.poll(() => outcomes(database)).toEqual([{ state: 'failed', tries: 1, emails: 3 }]);
});

it('a wrong password is tried by one connection, and not again for a minute', async () => {
  let logins = 0;
  const inbox = await startSmtpInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      logins += 1;
      done(new Error('no'));
    },
  });
  onTestFinished(inbox.stop);
  await joinAll(embedded, people);
  const { worker, logged } = startWorker(embedded, inbox.url.replace('//', '//bukoor:wrong@'));
  await expect.poll(worker.status).toMatch(/refuses the user or the password/);
  await expect.poll(async () => (await readSending(embedded)).trouble).toMatch(/Check both in SMTP_URL/);
  await worker.stop();
  expect(logins).toBe(1);
  expect(logged).toEqual([expect.stringMatching(/^\{"restMs":60000,/)]);
});

test('the first email that a new worker sends ends the trouble of the one before', async (database) => {
  await noteTrouble(database, { cause: 'login', sentence: 'The login is refused.', times: 3 }, 30 * 60_000);
  const inbox = await startInbox();
  startWorker(database, inbox.url);
  expect((await readSending(database)).trouble).toBe('The login is refused.');
  await joinAll(database, ['amina@worker.example']);
  await inbox.emailTo('amina@worker.example');
  await expect.poll(async () => (await readSending(database)).trouble).toBeNull();
});

it('a server that refuses each third try takes every email in the end', async () => {
  await setPause(embedded, '20 milliseconds');
  let tries = 0;
  const inbox = await startInbox(() => (++tries % 3 === 0 ? '451 4.3.0 try again' : undefined));
  await joinAll(embedded, people);
  const { worker } = startWorker(embedded, inbox.url);
  await expect.poll(inbox.taken).toEqual([...people].sort());
  await expect.poll(async () => (await states(embedded)).filter(({ state }) => state !== 'sent')).toEqual([]);
  await expect.poll(worker.status).toBe('Emails are sent.');
});

test('a waiting worker is told of an email, and seldom asks the outbox', async (database) => {
  let looks = 0;
  const query: Database['query'] = (...statement) => {
    if (statement[0].includes('ms_until_next_email')) looks += 1;
    return database.query(...statement);
  };
  let tell = () => {};
  const listen: Database['listen'] = (_channel, onNotified) => {
    tell = onNotified;
    return { works: () => true, stop: async () => {} };
  };
  const inbox = await startInbox();
  startWorker({ ...database, query, listen }, inbox.url);
  await expect.poll(() => looks).toBe(1);
  await joinAll(database, ['told@worker.example']);
  tell();
  await inbox.emailTo('told@worker.example');
  expect(looks).toBe(2);
});

test('an error that lasts before the rest is asked for does not keep the database busy', async (database) => {
  let tries = 0;
  const query: Database['query'] = async (sql, parameters) => {
    if (sql.includes('take_scheduled_announcement')) {
      tries += 1;
      throw new StatementError('no such function', '42883');
    }
    return database.query(sql, parameters);
  };
  startWorker({ ...database, query }, 'smtp://127.0.0.1:1');
  await expect.poll(() => tries).toBeGreaterThan(0);
  await wait(200);
  expect(tries).toBeLessThan(4);
});

test('an error of its own is logged once with its kind and place, and without its message', async (database) => {
  const query: Database['query'] = async (sql, parameters) => {
    if (sql.includes('ms_until_next_email'))
      throw new StatementError('no such column: amina@worker.example', '42703');
    return database.query(sql, parameters);
  };
  const { worker, logged } = startWorker({ ...database, query }, 'smtp://127.0.0.1:1');
  const sentence = 'The worker met an error of its own; the log has where.';
  await expect.poll(() => worker.status()).toBe(`Emails wait: ${sentence}`);
  await wait(200);
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    {
      restMs: expect.any(Number),
      error: 'StatementError',
      code: '42703',
      at: expect.arrayContaining([expect.stringContaining('worker.test.ts')]),
      message: `emails wait: ${sentence}`,
    },
  ]);
  expect(logged.join('')).not.toContain('amina');
});

test('an announcement that cannot begin at its time is in the log once', async (database) => {
  await plan(database, { name: 'first' });
  await database.query(
    "update waitlist.announcements set state = 'sending', due_at = now() + interval '1 day'",
  );
  await plan(database, { name: 'second', ...notReachedBy('first') });
  await scheduleAnnouncement(database, 'second', '2026-01-05T09:00:00Z');
  const { logged } = startWorker(database, 'smtp://127.0.0.1:1');
  const triesSince = () =>
    database.query("select from waitlist.announcements where name = 'second' and opening_until is not null");
  for (const _ of ['first', 'second']) {
    await expect.poll(triesSince).toHaveLength(1);
    // As if the five minutes until the next try had passed.
    await database.query("update waitlist.announcements set opening_until = null where name = 'second'");
    await database.query("select pg_notify('waitlist_outbox', '')");
  }
  await expect.poll(triesSince).toHaveLength(1);
  expect(logged.map((line) => JSON.parse(line).message)).toEqual([
    'announcement second, planned for 2026-01-05T09:00:00Z, could not begin: npm run waitlist -- announce status second says why',
  ]);
});
