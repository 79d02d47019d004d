import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pauseSending } from '../../mail/sending.ts';
import { createJoin } from '../../waitlist/join.ts';
import { expectNoneMissing, startCrowd, startServerForCrowd } from '../support/crowd.ts';
import { joinAll, newsLater } from '../support/emails.ts';
import { served, storedInEmbedded } from '../support/entries.ts';
import { bareEnvironment, startProcess } from '../support/processes.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { openRawClient, startServer } from '../support/start-server.ts';
import { serverFolder } from '../support/test-server.ts';

const folder = await serverFolder('quiet', 'busy', 'late', 'news', 'overdue');

/** Starts a server on an embedded list of its own. */
async function start(list: string, settings: Record<string, string> = {}) {
  const server = await startServer(folder, { DATA_DIR: `./${list}`, ...settings });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

test('it says in one line where to go, and Ctrl+C ends it in order', async () => {
  const server = await start('quiet');
  expect(server.output()).toMatch(/^The site is ready at http:\/\/localhost:\d+ .*\n$/);
  expect(await server.stop('SIGINT')).toBe(0);
});

test('a server that is stopped amid joins exits with 0 and keeps all acknowledged ones', async () => {
  const options = { dataDir: `${folder}/busy` };
  const server = await startServerForCrowd(folder, options);
  expect(existsSync(`${options.dataDir}/owner.json`)).toBe(true);
  const crowd = startCrowd(() => server, 40);
  await crowd.moreAcknowledged(100);
  expect(await server.stop('SIGTERM')).toBe(0);
  await crowd.end();
  expect(existsSync(`${options.dataDir}/owner.json`)).toBe(false);
  expect(existsSync(`${options.dataDir}/tools.sock`)).toBe(false);
  // The state in PostgreSQL's control file (after an id of 8 bytes and two versions of 4): 1 is 'shut down', so that a
  // copy of the folder is a backup; a cluster that was cut off says 6, 'in production'.
  expect(readFileSync(`${options.dataDir}/postgres/global/pg_control`).readUInt32LE(16)).toBe(1);
  await expectNoneMissing(crowd, options, 'told to stop');
});

test('the founder gets the numbers of a day and what doctor finds', async () => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await served({ dataDir: `${folder}/news` }, async (database) => {
    await newsLater(database, '25 hours');
    await createJoin({ database })({ email: 'somebody@example.org', source: 'cta', clientAddress: '' });
    await pauseSending(database, 'restored');
  });
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'salam@example.org', SITE_URL: 'https://example.org' };
  const to = 'founder@example.org';
  const server = await start('news', { ...mail, DIGEST_TO: to });
  await server.until(/Emails wait: sending is paused \(restored\)\./);
  const { url } = server;
  const status = { status: 'ready', emails: 'Emails wait: sending is paused (restored).' };
  await expect.poll(async () => (await fetch(`${url}/readyz`)).json()).toEqual(status);
  const { parsed } = await inbox.emailTo(to);
  expect(parsed.subject).toMatch(/ waitlist: 1 joined, \d+ to put right$/);
  expect(parsed.text).toContain('To put right: No backup of this list was made');
});

test('the log reminds of the day of erasure, and a killed starter ends the server', async () => {
  const dataDir = `${folder}/overdue`;
  const people = ['amina@overdue.example', 'bilal@overdue.example', 'dawud@overdue.example'];
  await served({ dataDir }, (database) => joinAll(database, people));
  const late = `Date = class extends Date {
    constructor(...given) { super(...(given.length ? given : [Date.now()])); }
    static now() { return super.now() + 1e12; }
  };`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(late)}`;
  const env = { ...bareEnvironment(), PORT: '0', DATA_DIR: './overdue', NODE_OPTIONS };
  const fork = `require('node:child_process').fork(${JSON.stringify(resolve('server/index.ts'))})`;
  const starter = startProcess(process.execPath, ['--eval', fork], { cwd: folder, env });
  // A log line is written in a thread of its own: either may come first.
  for (const words of ['list had to be erased by', 'The site is ready']) await starter.until(words);
  starter.child.kill('SIGKILL');
  expect((await starter.closed).output).toContain('closing: finishing what is under way');
  expect(existsSync(`${dataDir}/owner.json`)).toBe(false);
  // Nothing is erased by itself.
  expect(await storedInEmbedded(dataDir)).toEqual(new Set(people));
});

test('a form whose body arrives after it was told to stop is still answered', async () => {
  const server = await start('late');
  const body = 'email=late%40example.org';
  const client = await openRawClient(server.url);
  client.socket.write(
    'POST /waitlist/join HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n' +
      `content-length: ${body.length}\r\n\r\n`,
  );
  // A second request that is answered proves that the first one has arrived.
  await fetch(`${server.url}/healthz`);
  server.child.kill('SIGTERM');
  await server.until('closing');
  client.socket.write(body);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(client.received()).toMatch(/^HTTP\/1\.1 303 .*\r\nlocation: \/waitlist\/joined\r\n/is);
});
