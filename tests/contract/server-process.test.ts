import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createJoin, type JoinResult } from '../../waitlist/join.ts';
import { expectNoneMissing, startCrowd, startServerForCrowd } from '../faults/crowd.ts';
import { served } from '../support/entries.ts';
import { startSmtpInbox } from '../support/smtp.ts';
import { joinBytes, openRawClient, startServer } from './start-server.ts';
import { serverFolder } from './test-server.ts';

const folder = await serverFolder('busy', 'late', 'left', 'news');

/** Starts a server on an embedded list of its own. */
async function start(list: string) {
  const server = await startServer(folder, { DATA_DIR: `./${list}` });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  return server;
}

test('it says in one line where to go, and the plain form and the pages are there', async () => {
  const server = await start('new');
  expect(server.output()).toMatch(/^The site is ready at http:\/\/localhost:\d+ .*\n$/);
  expect(await (await fetch(server.url)).text()).toContain('page /<');
  const form = await fetch(`${server.url}/waitlist/join`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@example.org' }),
  });
  expect(await form.text()).toContain('page /waitlist/joined<');
  const lost = await fetch(`${server.url}/nowhere`);
  expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('page /404<')]);
  expect(await server.stop('SIGINT')).toBe(0);
});

test('told to stop in the middle of joins, it exits with 0, has stored all it acknowledged, and leaves a folder that was shut down', async () => {
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

test('a server whose npm start is gone before it listens closes as well', async () => {
  const server = spawn(process.execPath, [resolve('server/index.ts')], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATA_DIR: './alone' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  server.disconnect();
  expect(await once(server, 'exit')).toEqual([0, null]);
});

test('the founder gets the news of a day: numbers, and what doctor finds', async () => {
  const inbox = await startSmtpInbox();
  onTestFinished(inbox.stop);
  await served({ dataDir: `${folder}/news` }, async (database) => {
    await database.query("update waitlist.settings set digested_at = digested_at - interval '25 hours'");
    await createJoin({ database })({ email: 'somebody@example.org', source: 'cta', client: '' });
  });
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'salam@example.org', SITE_URL: 'https://example.org' };
  const to = 'founder@example.org';
  const server = await startServer(folder, { DATA_DIR: './news', ...mail, DIGEST_TO: to });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const { parsed } = await inbox.emailTo(to);
  expect(parsed.subject).toMatch(/ waitlist: 1 joined, \d+ to put right$/);
  expect(parsed.text).toContain('To put right: No backup was ever made');
});

test('a join whose last bytes arrive after it was told to stop is still answered', async () => {
  const server = await start('late');
  const bytes = joinBytes('late@example.org');
  const client = await openRawClient(server.url);
  client.socket.write(bytes.slice(0, -20));
  // A second request that is answered proves that the first one has arrived.
  await fetch(`${server.url}/healthz`);
  server.child.kill('SIGTERM');
  await server.until('closing');
  client.socket.write(bytes.slice(-20));
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(client.received()).toContain('HTTP/1.1 200 OK');
  expect(client.received()).toContain('{"success":true}');
});

test('it waits for the joins of visitors who have left: the one under way and the one that waits for the next batch', async () => {
  const database = await openDatabase({ dataDir: `${folder}/left` });
  const { promise: underWay, resolve: begin } = Promise.withResolvers<void>();
  const query: Database['query'] = (sql, parameters) => {
    if (sql.includes('join_batch')) begin();
    return database.query(sql, parameters);
  };
  const join = createJoin({ database: { ...database, query } });
  let stored = 0;
  const count = ({ success }: JoinResult) => {
    stored += Number(success);
  };
  void join({ email: 'under-way@left.example', source: 'cta', client: '' }).then(count);
  await underWay;
  void join({ email: 'waits@left.example', source: 'cta', client: '' }).then(count);
  await join.settled();
  expect(stored).toBe(2);
  await database.close();
});
