import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { copyEmbeddedList } from '../support/databases.ts';
import { openRawClient } from './raw-client.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';
import { storedSourcesIn } from './stored-sources.ts';

const key = 'sb_publishable_bukoor_local';
const functionPath = '/functions/v1/enhanced-waitlist';
const folders: string[] = [];
afterAll(() => Promise.all(folders.map(removeFolder)));

async function newFolder() {
  const folder = await makeServerFolder();
  folders.push(folder);
  return folder;
}

function post(url: string, email: string) {
  return fetch(url + functionPath, {
    method: 'POST',
    // From about ninety networks, so that the limits of one client do not end the test.
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${email.length}.${email.charCodeAt(0)}.1`,
    },
    body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
  });
}

test('it says in one line where to go, and the plain form and the pages are there', async () => {
  const server = await startServer(await newFolder());
  expect(server.output()).toMatch(/^The site is ready at http:\/\/localhost:\d+ .*\n$/);
  expect(await (await fetch(server.url)).text()).toContain('front');
  const form = await fetch(`${server.url}/waitlist/join`, {
    method: 'POST',
    body: new URLSearchParams({ email: 'a@example.org' }),
  });
  expect([form.url, await form.text()]).toEqual([
    `${server.url}/waitlist/joined`,
    expect.stringContaining('joined'),
  ]);
  const lost = await fetch(`${server.url}/nowhere`);
  expect([lost.status, await lost.text()]).toEqual([404, expect.stringContaining('lost')]);
  expect(await server.stop('SIGINT')).toBe(0);
});

test('told to stop in the middle of joins, it answers those under way, exits with 0 and has stored all it acknowledged', async () => {
  const folder = await newFolder();
  copyEmbeddedList(`${folder}/data`);
  const server = await startServer(folder, { LOG_LEVEL: 'silent', TRUST_PROXY: '1' });
  const acknowledged: string[] = [];
  let ended: Promise<number | null> | undefined;
  const join = async (person: number) => {
    const email = `${'abcdefgh'[person % 8]}${'x'.repeat(person % 40)}${person}@example.org`;
    const response = await post(server.url, email).catch(() => undefined);
    // No answer, or a server too busy to take it: not acknowledged.
    if (response === undefined || response.status === 503) return;
    expect(await response.json()).toEqual({ success: true });
    acknowledged.push(email);
    if (acknowledged.length === 100) ended = server.stop('SIGTERM');
  };
  await Promise.all(
    Array.from({ length: 40 }, async (_, lane) => {
      for (let turn = 0; turn < 25; turn += 1) await join(lane * 25 + turn);
    }),
  );
  expect(await ended).toBe(0);
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);
  expect(acknowledged.length).toBeLessThan(1000);

  const database = await openDatabase({ dataDir: `${folder}/data` });
  for (const email of acknowledged) expect(await storedSourcesIn(database, email)).toEqual(['Friend']);
  await database.close();
});

test('a join whose last bytes arrive after it was told to stop is still answered', async () => {
  const folder = await newFolder();
  copyEmbeddedList(`${folder}/data`);
  const server = await startServer(folder, { LOG_LEVEL: 'info' });
  const body = JSON.stringify({ user_email: 'late@example.org', entry_source: 'Friend' });
  const client = await openRawClient(server.url);
  client.socket.write(
    `POST ${functionPath} HTTP/1.1\r\nHost: localhost\r\napikey: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // A second request that is answered proves that the first one has arrived.
  await fetch(`${server.url}/healthz`);
  server.process.kill('SIGTERM');
  await server.untilLogged('closing');
  client.socket.write(body.slice(10));
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(client.received()).toContain('HTTP/1.1 200 OK');
  expect(client.received()).toContain('{"success":true}');
});
