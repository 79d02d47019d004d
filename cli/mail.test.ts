import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openOutbox } from '../mail/outbox.ts';
import { serverFolder } from '../tests/contract/test-server.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { type Circumstances, runCommand } from '../tests/support/memory-terminal.ts';
import { withClient } from '../tests/support/postgres.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { mailProgram } from './mail.ts';

const folder = await serverFolder();
const { databases } = await openBothDatabases();
const place = databases.at(-1) as (typeof databases)[number];

const mail = (words: string[], circumstances: Circumstances = {}) =>
  runCommand(place.options, words, { program: mailProgram, ...circumstances });

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
  await place.database.query("select public.add_to_waitlist('amina@mail.example', 'Friend')");
  const outbox = openOutbox(place.database, 'worker');
  const { claimed } = await outbox.claim();
  const reference = claimed?.messageId ?? '';
  await outbox.finish(reference, { outcome: 'sent', reply: '250', status: null });
  const out = 'No email goes to that address any more.\n';
  expect(await mail(['bounce'], { piped: bounceOf(reference) })).toEqual({ code: 0, out, err: '' });
  const outcome = async (piped: string) => JSON.parse((await mail(['bounce', '--json'], { piped })).out);
  expect(await outcome(bounceOf('0'.repeat(32)))).toEqual({ outcome: 'unknown' });
  expect(await outcome('To: salam@example.org\r\n\r\nSalam')).toEqual({ outcome: 'other' });
  expect(await mail(['bounce', '--no-input'], { typed: '' })).toMatchObject({ code: 4, out: '' });
});

test('a worker without a mail server says which setting is missing', async () => {
  const err = 'SMTP_URL is not set: there is no mail server to send by.\n';
  expect(await mail(['worker'])).toEqual({ code: 1, out: '', err });
});

/** Starts the worker as an operator would. */
async function startWorker(smtpUrl: string) {
  const { dataDir, databaseUrl = '' } = place.options;
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'salam@example.org',
    SITE_URL: 'https://example.org',
  };
  const file = new URL('mail.ts', import.meta.url).pathname;
  const worker = spawn(process.execPath, [file, 'worker'], { cwd: folder, env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  return worker;
}

test('the real worker sends waiting emails, logs no address, and exits with 0 on SIGTERM', async () => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await place.database.query("select public.add_to_waitlist('bilal@mail.example', 'Friend')");
  const worker = await startWorker(inbox.url);
  const logged = text(worker.stdout);
  const ended = once(worker, 'exit');
  await Promise.race([inbox.emailTo('bilal@mail.example'), ended]);
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(inbox.emails).toHaveLength(1);
  expect(await logged).toMatch(/emails are sent until this is stopped/);
  expect(await logged).not.toContain('@');
});

const onPostgres = place.kind === 'postgres';
test.runIf(onPostgres)('the real worker gives up a hanging statement as soon as a server', async () => {
  await withClient(place.options.databaseUrl ?? '', async (holder) => {
    await holder.query('begin; lock table waitlist.outbox');
    const worker = await startWorker('smtp://127.0.0.1:1');
    let logged = '';
    worker.stdout.on('data', (part) => {
      logged += part;
    });
    await expect.poll(() => logged).toContain('The database did not answer within 3500 ms.');
    await holder.query('rollback');
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  });
});
