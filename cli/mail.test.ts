import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';
import { finish, joinAll, mustClaim } from '../tests/support/emails.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { bareEnvironment } from '../tests/support/processes.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { serverFolder } from '../tests/support/test-server.ts';
import { mailProgram } from './mail.ts';

const folder = await serverFolder();
const { lists } = await openBothLists();
const list = lists.at(-1) as (typeof lists)[number];

/** A mail server's bounce for an email. */
const bounceOf = (reference: string) =>
  `To: bounce+${reference}@example.org
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; amina@example.org
Action: failed
Status: 5.1.1
--b--
`.replaceAll('\n', '\r\n');

test('bounce reports what it did with a message from standard input', async () => {
  await joinAll(list.database, ['amina@mail.example']);
  const claimed = await mustClaim(list.database);
  await finish(list.database, claimed);
  const bounce = async (piped: string, ...words: string[]) => {
    const circumstances = { program: mailProgram, piped };
    return (await runCommand(list.options, ['bounce', ...words], circumstances)).out;
  };
  const effectOf = async (piped: string) => JSON.parse(await bounce(piped, '--json')).effect;
  expect(await bounce(bounceOf(claimed.messageId))).toBe('No email goes to that address any more.\n');
  expect(await effectOf(bounceOf(claimed.messageId))).toBe('repeated');
  expect(await effectOf(bounceOf('0'.repeat(32)))).toBe('foreign');
  expect(await effectOf('From: MAILER-DAEMON@mx.example\r\nSubject: Error\r\n\r\nSorry.')).toBe('unreadable');
  expect(await effectOf('From: amina@mail.example\r\nSubject: Salam\r\n\r\nSalam')).toBe('other');
});

test('the real worker sends and sweeps, logs no address, and exits with 0 on SIGTERM', async () => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await joinAll(list.database, ['bilal@mail.example']);
  const { database } = list;
  await database.query(
    `insert into waitlist.client_keys (day, secret) values (current_date - 2, decode(repeat('00', 32), 'hex'))`,
  );
  const oldKeys = () => database.query('select from waitlist.client_keys where day = current_date - 2');
  const { dataDir, databaseUrl = '' } = list.options;
  const env = {
    ...bareEnvironment(),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@example.org',
    SITE_URL: 'https://example.org',
  };
  const file = new URL('mail.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, [file, 'worker'], { cwd: folder, env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const logged = text(worker.stdout);
  const ended = once(worker, 'exit');
  await Promise.race([inbox.emailTo('bilal@mail.example'), ended]);
  await vi.waitFor(async () => expect(await oldKeys()).toEqual([]), { timeout: 10_000 });
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(inbox.emails).toHaveLength(1);
  expect(await logged).toMatch(/emails are sent until this is stopped/);
  expect(await logged).not.toContain('@');
});
