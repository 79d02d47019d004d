import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openOutbox } from '../mail/outbox.ts';
import { makeServerFolder, removeFolder } from '../tests/contract/start-server.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { type Circumstances, runCommand } from '../tests/support/memory-terminal.ts';
import { withClient } from '../tests/support/postgres.ts';
import { startSmtpInbox } from '../tests/support/smtp.ts';
import { mailProgram } from './mail.ts';

const { databases } = await openBothDatabases();

const mail = (place: (typeof databases)[number], words: string[], circumstances: Circumstances = {}) =>
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

test.for(databases)('$kind: bounce reports what it did with a message from standard input', async (place) => {
  await place.database.query("select public.add_to_waitlist('amina@mail.example', 'Friend')");
  const outbox = openOutbox(place.database, 'worker');
  const { claimed } = await outbox.claim();
  const reference = claimed?.messageId ?? '';
  await outbox.finish(reference, { outcome: 'sent', reply: '250', status: null });
  expect(await mail(place, ['bounce'], { piped: bounceOf(reference) })).toEqual({
    code: 0,
    out: 'No email goes to that address any more.\n',
    err: '',
  });
  const outcomes = await Promise.all(
    [bounceOf('0'.repeat(32)), 'To: salam@example.org\r\n\r\nSalam'].map((piped) =>
      mail(place, ['bounce', '--json'], { piped }),
    ),
  );
  expect(outcomes.map(({ out }) => JSON.parse(out))).toEqual([{ outcome: 'unknown' }, { outcome: 'other' }]);
});

test('bounce --no-input does not ask for a message, and a worker says which setting is missing', async () => {
  const [place] = databases as [(typeof databases)[number]];
  expect(await mail(place, ['bounce', '--no-input'], { typed: '' })).toMatchObject({ code: 4, out: '' });
  const err = 'SMTP_URL is not set: there is no mail server to send by.\n';
  expect(await mail(place, ['worker'])).toEqual({ code: 1, out: '', err });
});

/** Starts the worker as an operator would. */
async function startWorker({ options }: (typeof databases)[number], smtpUrl: string) {
  const folder = await makeServerFolder();
  onTestFinished(() => removeFolder(folder));
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'mail.ts'), 'worker'], {
    cwd: folder,
    env: {
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl ?? '',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'salam@example.org',
      SITE_URL: 'https://example.org',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  return worker;
}

test('the real worker sends waiting emails, logs no address, and exits with 0 on SIGTERM', async () => {
  const place = databases.at(-1) as (typeof databases)[number];
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await place.database.query("select public.add_to_waitlist('bilal@mail.example', 'Friend')");
  const worker = await startWorker(place, inbox.url);
  const logged = text(worker.stdout);
  const ended = once(worker, 'exit');
  await Promise.race([inbox.emailTo('bilal@mail.example'), ended]);
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(inbox.emails).toHaveLength(1);
  expect(await logged).toMatch(/emails are sent until this is stopped/);
  expect(await logged).not.toContain('@');
});

test.for(databases.filter(({ kind }) => kind === 'postgres'))(
  '$kind: the real worker gives up a statement that hangs as soon as a server would',
  async (place) => {
    await withClient(place.options.databaseUrl ?? '', async (holder) => {
      await holder.query('begin; lock table waitlist.outbox');
      const worker = await startWorker(place, 'smtp://127.0.0.1:1');
      let logged = '';
      worker.stdout.on('data', (part) => {
        logged += part;
      });
      await expect.poll(() => logged).toContain('The database did not answer within 3500 ms.');
      await holder.query('rollback');
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    });
  },
);
