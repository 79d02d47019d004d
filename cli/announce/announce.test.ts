import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { planAnnouncement } from '../../mail/announcement-transitions.ts';
import { openLinkedEntries } from '../../mail/linked-entries.ts';
import { isOurToken, readLinkKeys } from '../../mail/links.ts';
import { noteTrouble } from '../../mail/sending.ts';
import { readSmtpAddress, type SmtpAddress } from '../../mail/smtp-address.ts';
import { readTemplates } from '../../mail/templates.ts';
import { startMailWorker } from '../../mail/worker.ts';
import { openBothLists } from '../../tests/support/databases.ts';
import { emptyTables, joinAll, sendAll } from '../../tests/support/emails.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { listen } from '../../tests/support/network.ts';
import { startSmtpInbox } from '../../tests/support/smtp.ts';
import { serverFolder } from '../../tests/support/test-server.ts';
import { everybody } from '../../waitlist/filter.ts';
import { startPresence } from '../../waitlist/presence.ts';
import { announcementFields } from './show.ts';

const { lists } = await openBothLists();
const [{ database, options }] = lists as [(typeof lists)[number]];
const folder = await serverFolder();
const buildFolder = join(folder, 'dist');

const launchFile = join(folder, 'launch.md');
const text = '---\nsubject: The beta is open\n---\nSalam {{email}}, here it is.\n';
// In UTF-16 with a byte order mark, as Windows PowerShell writes it.
writeFileSync(launchFile, Buffer.from(`\uFEFF${text}`, 'utf16le'));

let refusal: Error | null = null;
const inbox = await startSmtpInbox({ onRcptTo: (_address, _session, done) => done(refusal) });
afterAll(inbox.stop);
const env = { SMTP_URL: inbox.url, MAIL_FROM: 'salam@example.org', SITE_URL: 'https://example.org' };
const announce = (...words: string[]) => runCommand(options, ['announce', ...words], { env, buildFolder });

beforeEach(async () => {
  refusal = null;
  inbox.emails.length = 0;
  await emptyTables([{ database }]);
  await joinAll(database, ['amina@announce.example', 'bilal@announce.example']);
  await database.query('update waitlist.entries set confirmed_at = clock_timestamp()');
  await joinAll(database, ['idris@announce.example']);
  // No emails that ask in this test.
  await database.query('delete from waitlist.outbox');
});

async function startWorker(): Promise<void> {
  const { stop } = startMailWorker({
    database,
    smtp: readSmtpAddress(inbox.url) as SmtpAddress,
    sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
    templates: await readTemplates(buildFolder),
    log: { info() {}, warn() {} },
  });
  onTestFinished(stop);
}

test.runIf(lists[1])('without a server its status says that it waits for one', async () => {
  const { database: postgres, options: postgresOptions } = lists[1] as (typeof lists)[number];
  await planAnnouncement(postgres, {
    name: 'waits',
    toUnconfirmed: false,
    peopleFilter: everybody,
    first: null,
    rate: 600,
    words: { subject: 'News', html: '', text: '' },
  });
  const status = () => runCommand(postgresOptions, ['announce', 'status', 'waits']);
  await postgres.query('update waitlist.announcements set starts_at = clock_timestamp()');
  expect((await status()).out, 'its time has come').toContain('No server runs');
  await postgres.query("update waitlist.announcements set state = 'sending', due_at = clock_timestamp()");
  expect((await status()).out).toContain('No server runs');
  const end = startPresence(postgres);
  onTestFinished(end);
  await vi.waitFor(async () => expect((await status()).out).not.toContain('No server runs'));
});

test('a start time is in the future, and a clock shows it exactly once', async () => {
  const send = async (...words: string[]) => (await announce('send', 'launch', ...words)).err;
  expect(await send('--at', '2027-01-05')).toContain('--at is a time such as');
  expect(await send('--at', '2127-01-05T09:00')).toContain('In which time zone?');
  expect(await send('--at', '2020-01-05T09:00Z')).toContain('is past');
  expect(await send('--at', '2127-01-05T09:00', '--time-zone', 'London')).toContain('name of a time zone');
  expect(await send('--at', '2127-01-05T09:00Z', '--failed')).toContain('at a time');
});

test('planned, tested, confirmed and sent, it reaches each once', async () => {
  expect((await announce('plan', launchFile)).err).toMatch(
    /^launch is for 2 people: everyone who confirmed, as of now\./,
  );
  expect((await announce('status', 'launch')).out).toMatch(/recipients +│ 2 /);
  const { out: json } = await announce('status', 'launch', '--json');
  expect(Object.keys(JSON.parse(json)).sort()).toEqual(announcementFields.split(', ').sort());
  expect((await announce('send', 'launch', '--yes')).err).toMatch(/^Nobody has looked at launch/);
  expect(await announce('test', 'launch', 'founder@example.org')).toMatchObject({ code: 0 });
  expect((await inbox.emailTo('founder@example.org')).parsed.subject).toBe('The beta is open');
  const at = ['--at', '2127-07-05T09:00', '--time-zone', 'Europe/London'];
  expect((await announce('send', 'launch', ...at, '--dry-run')).err).toMatch(
    /^At 2127-07-05 08:00 UTC launch goes to everybody it is for by then: everyone who confirmed; 2 people/,
  );
  expect((await announce('send', 'launch', ...at, '--yes')).out).toContain(
    'planned for 2127-07-05T08:00:00Z',
  );
  const { out, err } = await announce('send', 'launch', '--dry-run');
  expect(err).toMatch(
    /^launch goes to 2 people: everyone who confirmed\. Gets nothing: left or not confirmed again 0, unreachable 0\. That takes about \d+ s\. Nothing was changed\.\n/,
  );
  expect(out).toMatch(/recipients +│ 2 /);
  expect(await announce('send', 'launch', '--no-input')).toMatchObject({ code: 4, out: '' });
  await startWorker();
  const sent = await announce('send', 'launch', '--yes', '--json', 'state,sent,uncertain');
  expect(JSON.parse(sent.out)).toEqual({ state: 'done', sent: 2, uncertain: 0 });
  const [, ...recipients] = inbox.emails.map(({ to }) => to);
  expect(recipients.sort()).toEqual(['amina@announce.example', 'bilal@announce.example']);
});

test('a refused email has failed, and --failed sends it once more', async () => {
  await announce('plan', launchFile, '--name', 'refused');
  await announce('test', 'refused', 'founder@example.org');
  const before = inbox.emails.length;
  await startWorker();
  // About the sender, though nothing in it says so.
  refusal = Object.assign(new Error('Not today'), { responseCode: 550 });
  const { code, out } = await announce('send', 'refused', '--yes');
  expect([code, out]).toEqual([1, expect.stringMatching(/ 2: announce send refused --failed/)]);
  const doctor = await runCommand(options, ['doctor', '--only', 'list']);
  expect(doctor.out).toContain('2 of the kind announcement failed: npm run waitlist -- outbox list');
  refusal = null;
  const resend = ['send', 'refused', '--failed', '--yes', '--json', 'state,sent,failed'];
  for (const _ of [1, 2]) {
    const { code, out } = await announce(...resend);
    expect([code, JSON.parse(out)]).toEqual([0, { state: 'done', sent: 2, failed: 0 }]);
  }
  const recipients = inbox.emails.slice(before).map(({ to }) => to);
  expect(recipients.sort()).toEqual(['amina@announce.example', 'bilal@announce.example']);
});

test('the status and doctor count the emails that may have arrived', async () => {
  await announce('plan', launchFile, '--name', 'doubtful');
  await announce('test', 'doubtful', 'founder@example.org');
  await startWorker();
  await announce('send', 'doubtful', '--yes');
  await database.query(
    `update waitlist.outbox set state = 'uncertain'
      where announcement = (select id from waitlist.announcements where name = 'doubtful')`,
  );
  const { code, out } = await announce('send', 'doubtful', '--yes');
  expect([code, out]).toEqual([1, expect.stringMatching(/ 2: outbox list --state uncertain/)]);
  const doctor = await runCommand(options, ['doctor', '--only', 'list']);
  expect(doctor.out).toMatch(/\d of the kind announcement may have arrived or not/);
});

test('the status of one whose time has come says why it has not begun', async () => {
  const plan = async (name: string, ...words: string[]) => {
    await announce('plan', launchFile, '--name', name, ...words);
    await announce('test', name, 'founder@example.org');
    onTestFinished(async () => void (await announce('cancel', name, '--yes')));
  };
  const overdueStatus = async () => (await announce('status', 'overdue')).out;
  await plan('early');
  await plan('overdue', '--not-sent', 'early');
  await announce('send', 'early', '--yes', '--no-follow');
  const at = ['--at', '2127-07-05T09:00Z'];
  expect((await announce('send', 'overdue', ...at, '--dry-run')).err).toContain(
    'as of now. It waits until this is over: early. Nothing was changed.',
  );
  await announce('send', 'overdue', ...at, '--yes');
  expect(await overdueStatus()).not.toMatch(/waits +│/);
  await database.query(
    "update waitlist.announcements set starts_at = clock_timestamp() - interval '1 minute' where name = 'overdue'",
  );
  expect(await overdueStatus()).toMatch(/waits +│ It begins when this is over: early\./);
  await runCommand(options, ['sending', 'pause']);
  expect(await overdueStatus()).toMatch(/waits +│ Emails wait: sending is paused/);
  await runCommand(options, ['sending', 'resume', '--yes']);
  await announce('cancel', 'early', '--yes');
  expect(await overdueStatus()).toMatch(/waits +│ A server begins with it within five minutes\./);
  await plan('instead', '--not-sent', 'overdue');
  await announce('send', 'instead', '--yes', '--no-follow');
  expect(await overdueStatus()).toMatch(
    /waits +│ It may reach nobody any more: instead went to those whom it had not reached\. Cancel it: announce cancel overdue\./,
  );
});

test('a rehearsal writes to everybody, asks each page once and sends nothing', async () => {
  const asked: string[] = [];
  const keys = await readLinkKeys(database);
  const site = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method} ${pathname}`);
    // As the page *Your place*, which answers only to a link that is there.
    const token = searchParams.get('t') ?? '';
    const isThere = isOurToken(token, keys) && (await openLinkedEntries(database).read(token));
    response.writeHead(pathname === '/waitlist/place' && !isThere ? 404 : 200).end();
  });
  const port = await listen(site);
  onTestFinished(() => void site.close());
  const words = join(folder, 'links.md');
  // No TLS is spoken there.
  const page = `https://127.0.0.1:${port}/`;
  writeFileSync(
    words,
    `---\nsubject: Read this\n---\nHere: [it](${page}?for={{email}}), [your place]({{place}}).\n`,
  );
  const { err } = await announce('plan', words, '--all');
  expect(err).toMatch(/^With --all it goes to 1 person who did not confirm[\s\S]*3 people/);
  const before = inbox.emails.length;
  const links = () => database.query('select from waitlist.email_links');
  const linksBefore = await links();
  const SITE_URL = `http://127.0.0.1:${port}`;
  const rehearse = async () =>
    runCommand(options, ['announce', 'rehearse', 'links', '--json'], { env: { ...env, SITE_URL } });
  const { code, out } = await rehearse();
  expect(JSON.parse(out)).toMatchObject({
    recipients: 3,
    twice: 0,
    links: [
      { link: `${page}?for=somebody%40example.org`, answer: expect.stringContaining('SSL') },
      { link: `${SITE_URL}/waitlist/place`, answer: '200' },
      { link: `${SITE_URL}/waitlist/leave`, answer: '200' },
    ],
  });
  expect(code).toBe(1);
  expect(asked.sort()).toEqual(['GET /waitlist/leave', 'GET /waitlist/place']);
  expect(await links()).toEqual(linksBefore);
  expect(inbox.emails).toHaveLength(before);
  const unchanged = JSON.parse((await announce('status', 'links', '--json', 'state,sent')).out);
  expect(unchanged).toEqual({ state: 'planned', sent: 0 });
});

test('a rehearsal succeeds when every page answers', async () => {
  const site = createServer((_, response) => void response.end());
  const port = await listen(site);
  onTestFinished(() => void site.close());
  await announce('plan', launchFile, '--name', 'ready');
  const SITE_URL = `http://127.0.0.1:${port}`;
  const rehearsal = await runCommand(options, ['announce', 'rehearse', 'ready'], {
    env: { ...env, SITE_URL },
  });
  expect(rehearsal.code).toBe(0);
});

test('it can be paused, resumed and cancelled from another terminal', async () => {
  await announce('plan', launchFile, '--name', 'note', '--rate', '600000');
  await announce('test', 'note', 'founder@example.org');
  expect((await announce('send', 'note', '--yes', '--no-follow')).out).toMatch(/sending[\s\S]*to come +│ 2 /);
  await sendAll(database, 'deferred');
  const { out } = await announce('status', 'note');
  expect(out).toMatch(
    /waits +│ What is left \(2\) .* next at \d{4}-[\s\S]*to be tried again +│ 2, next \d{4}-/,
  );
  await noteTrouble(database, { cause: 'other', sentence: 'Check MAIL_FROM.', times: 1 });
  expect((await announce('status')).err).toBe('Emails wait: Check MAIL_FROM.\n');
  expect((await announce('status', 'note')).out).toMatch(/waits +│ Check MAIL_FROM\. /);
  expect((await announce('pause', 'note', '--because', 'a typo')).out).toContain('paused: a typo');
  expect((await announce('send', 'note', '--yes')).err).toContain('announce resume note');
  await runCommand(options, ['sending', 'pause']);
  expect((await announce('resume', 'note')).err).toMatch(
    /^Emails wait: sending is paused since .* First: sending resume/,
  );
  await runCommand(options, ['sending', 'resume', '--yes']);
  expect((await announce('resume', 'note', '--no-follow')).out).toContain('sending');
  expect((await announce('cancel', 'note', '--dry-run')).err).toBe(
    '2 people will not get note, for good. Nothing was changed.\n',
  );
  expect(await announce('cancel', 'note', '--no-input')).toMatchObject({ code: 4 });
  expect((await announce('cancel', 'note', '--yes')).out).toContain('cancelled');
  expect((await announce('status')).out).toMatch(/note +│ cancelled/);
  const again = await announce('plan', launchFile, '--name', 'note', '--dry-run');
  expect(again.err).toBe('note has been opened or cancelled before: choose another --name.\n');
});
