import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readSmtpAddress, type SmtpAddress } from '../mail/smtp-address.ts';
import { startMailWorker } from '../mail/worker.ts';
import { makeServerFolder, removeFolder } from '../tests/contract/start-server.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';

const { databases } = await openBothDatabases();
// The email templates are read from dist/ in the working directory.
const folder = await makeServerFolder();
const here = process.cwd();
process.chdir(folder);
afterAll(() => {
  process.chdir(here);
  return removeFolder(folder);
});

const news = join(folder, 'launch.md');
writeFileSync(news, '---\nsubject: The beta is open\n---\nSalam {{email}}, here it is.\n');
const plain = join(folder, 'plain.md');
writeFileSync(plain, '---\nsubject: A note\n---\nSalam.\n');

const inbox = await startSmtpInbox();
afterAll(inbox.stop);
const env = { SMTP_URL: inbox.url, MAIL_FROM: 'salam@example.org', SITE_URL: 'https://example.org' };

for (const { database } of databases) {
  for (const name of ['Amina', 'Bilal'])
    await database.query('select public.add_to_waitlist($1, $2)', [`${name}@announce.example`, 'Friend']);
  await database.query('update waitlist.entries set confirmed_at = clock_timestamp()');
  // No welcome emails in this test.
  await database.query('delete from waitlist.outbox');
}

test.for(databases)(
  '$kind: an announcement that is planned, tested, confirmed and sent reaches each recipient once',
  async ({ database, options }) => {
    const announce = (...words: string[]) => runCommand(options, ['announce', ...words], { env });
    expect((await announce('plan', news, '--dry-run')).err).toBe(
      'launch would be for 2 people. Nothing was changed.\n',
    );
    expect((await announce('plan', news)).err).toMatch(/^launch is for 2 people as of now/);
    expect(await announce('send', 'launch', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Nobody has looked at launch/),
    });
    const founder = `founder@${database.kind}.example`;
    expect(await announce('test', 'launch', founder)).toMatchObject({ code: 0 });
    expect((await inbox.emailTo(founder)).parsed.subject).toBe('The beta is open');
    expect((await announce('send', 'launch', '--dry-run')).err).toMatch(
      /^launch goes to 2 people: everyone who confirmed\. Gets nothing: left 0, mailbox gone 0\. That takes about \d+ s\. Nothing was sent\.\n/,
    );
    expect(await announce('send', 'launch', '--no-input')).toMatchObject({ code: 4, out: '' });
    const worker = startMailWorker({
      database,
      smtp: readSmtpAddress(inbox.url) as SmtpAddress,
      sender: { from: 'salam@example.org', siteUrl: 'https://example.org' },
      templates: { welcome: { subject: '', html: '', text: '' } },
      log: { info() {}, warn() {} },
    });
    onTestFinished(worker.stop);
    const before = inbox.emails.length;
    const sent = await announce('send', 'launch', '--yes', '--json', 'state,sent,uncertain');
    expect({ code: sent.code, data: JSON.parse(sent.out) }).toEqual({
      code: 0,
      data: { state: 'done', sent: 2, uncertain: 0 },
    });
    const emails = inbox.emails.slice(before);
    expect(emails.map(({ to }) => to).sort()).toEqual(['Amina@announce.example', 'Bilal@announce.example']);
    expect(emails[0]?.raw.toString()).toMatch(
      /^List-Unsubscribe: <https:\/\/example\.org\/waitlist\/leave\?t=[\w-]{24}>\r$/m,
    );
    expect(JSON.stringify(await database.query('select action from waitlist.audit'))).not.toContain(
      'example',
    );
  },
);

test.for(databases)(
  '$kind: without a worker an announcement waits, and another terminal can pause, resume and cancel it',
  async ({ options }) => {
    const announce = (...words: string[]) => runCommand(options, ['announce', ...words], { env });
    await announce('plan', plain, '--name', 'note', '--rate', '60');
    await announce('test', 'note', 'founder@note.example');
    expect((await announce('send', 'note', '--yes', '--no-follow')).out).toMatch(
      /sending[\s\S]*to come +│ 2 /,
    );
    expect((await announce('pause', 'note', '--because', 'a typo')).out).toContain('paused: a typo');
    expect(await announce('send', 'note', '--yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('announce resume note'),
    });
    await runCommand(options, ['sending', 'pause']);
    expect((await announce('resume', 'note')).err).toMatch(/^All mail is paused .* First: sending resume/);
    await runCommand(options, ['sending', 'resume', '--yes']);
    expect((await announce('resume', 'note', '--no-follow')).out).toContain('sending');
    expect((await announce('cancel', 'note', '--dry-run')).err).toBe(
      '2 people would not get note. Nothing was changed.\n',
    );
    expect(await announce('cancel', 'note', '--no-input')).toMatchObject({ code: 4 });
    expect((await announce('cancel', 'note', '--yes')).out).toContain('cancelled');
    expect((await announce('plan', plain, '--name', 'note')).err).toContain('choose another --name');
    expect((await announce('status')).out).toContain('note');
    expect((await announce('status', 'nothing')).err).toMatch(
      /^There is no announcement nothing\. There are: note/,
    );
  },
);

test.for(databases)(
  '$kind: a plan that is cancelled is not said to have a number of recipients',
  async ({ options }) => {
    const announce = (...words: string[]) => runCommand(options, ['announce', ...words], { env });
    await announce('plan', plain, '--name', 'early');
    expect((await announce('cancel', 'early', '--dry-run')).err).toBe(
      'early would end before anybody has got it. Nothing was changed.\n',
    );
    expect((await announce('cancel', 'early')).err).toMatch(
      /^early will end before anybody has got it, for good\. /,
    );
  },
);

test.for(databases)(
  '$kind: with --all and --first the people who did not confirm are counted among the first',
  async ({ database, options }) => {
    await database.query("select public.add_to_waitlist('idris@unconfirmed.example', 'Reddit')");
    await database.query("select public.add_to_waitlist('yusuf@unconfirmed.example', 'Reddit')");
    const words = ['announce', 'plan', plain, '--name', 'all', '--all', '--dry-run'];
    expect((await runCommand(options, words)).err).toMatch(
      /^With --all it goes to 2 people who did not confirm/,
    );
    expect((await runCommand(options, [...words, '--first', '3'])).err).toMatch(
      /^With --all it goes to 1 person who did not confirm[\s\S]*for 3 people/,
    );
    await database.query("delete from waitlist.entries where email like '%@unconfirmed.example'");
  },
);

test.for([['a name with a space', [plain, '--name', 'a b'], /letters, digits/]] as const)(
  'planning with %s is a wrong call',
  async ([, words, message]) => {
    const [{ options }] = databases as [(typeof databases)[number]];
    expect(await runCommand(options, ['announce', 'plan', ...words])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(message),
    });
  },
);
