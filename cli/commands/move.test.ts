import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../../database/database.ts';
import { bothLists, testFolder } from '../../tests/support/databases.ts';
import { served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { addressOf, emailsOf, emptyList, joins } from '../../tests/support/restores.ts';
import { markMoved } from '../../waitlist/list/moved.ts';
import { openAlone } from '../../waitlist/list/open-list.ts';

const { postgres } = await bothLists();
const folder = testFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.backup`);

/** A folder with a list, and a PostgreSQL without one. */
async function twoPlaces(...names: string[]) {
  const { dataDir } = await emptyList('embedded');
  const databaseUrl = (await postgres?.createDatabase()) ?? '';
  await served({ dataDir }, (database) => joins(database, ...names));
  return { embedded: { dataDir }, both: { dataDir, databaseUrl } };
}

const move = (both: DatabaseOptions, to: 'postgres' | 'embedded') =>
  runCommand(both, ['move', newFile(), '--to', to, '--yes']);

/** Leaves the mark of a move, as one does that was killed after it. */
async function leaveMark(options: DatabaseOptions, to: string): Promise<void> {
  const database = await openAlone(options);
  await markMoved(database, to).finally(database.close);
}

/** Passes connections on to a PostgreSQL. The first one that commits after these words is cut before it hears the answer. */
async function loseAnswer(databaseUrl: string, words: string): Promise<string> {
  const { hostname, port } = new URL(databaseUrl);
  let isArmed = true;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let hasHeard = false;
    let isLost = false;
    client.on('data', (bytes) => {
      const said = bytes.toString('latin1');
      isLost ||= isArmed && hasHeard && said.includes('commit');
      hasHeard ||= said.includes(words);
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (!isLost) client.write(bytes);
      else {
        isArmed = false;
        client.destroy();
      }
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const through = new URL(databaseUrl);
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return through.href;
}

test('of two places that a list has left, the earlier is not moved over the later', {
  skip: !postgres,
}, async () => {
  const { embedded, both } = await twoPlaces('early');
  expect(await move(both, 'postgres')).toMatchObject({ code: 0 });
  await served(both, (database) => joins(database, 'late'));
  // A move back that was killed when it had marked the list.
  await leaveMark(both, `the folder ${embedded.dataDir}`);
  expect(await move(both, 'postgres')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is newer than the one in the folder'),
  });
  expect(await move(both, 'embedded')).toMatchObject({ code: 0 });
  expect(await served(embedded, emailsOf)).toEqual(['early', 'late'].map(addressOf));
});

test('a list whose arrival nobody knows of stays marked, and the move goes on', {
  skip: !postgres,
}, async () => {
  const { embedded, both } = await twoPlaces('somebody');
  const unsteady = {
    ...embedded,
    databaseUrl: await loseAnswer(both.databaseUrl, 'waitlist.hold_emails($1)'),
  };
  expect(await move(unsteady, 'postgres')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The same command with another file goes on.'),
  });
  await expect(served(embedded, emailsOf)).rejects.toThrow('This list was moved to');
  expect(await move(unsteady, 'postgres')).toMatchObject({ code: 0 });
  expect(await served(both, emailsOf)).toEqual([addressOf('somebody')]);
});

test('of two moves of a list at once, one is refused', { skip: !postgres }, async () => {
  const { both } = await twoPlaces('somebody');
  expect(await move(both, 'postgres')).toMatchObject({ code: 0 });
  const places = await Promise.all([emptyList('embedded'), emptyList('embedded')]);
  const moves = places.map(({ dataDir }) => move({ ...both, dataDir }, 'embedded'));
  expect((await Promise.all(moves)).map(({ code }) => code).sort()).toEqual([0, 1]);
});

test('a list that is taken up again sends nothing until somebody says so', { skip: !postgres }, async () => {
  const { embedded, both } = await twoPlaces('somebody');
  expect(await move(both, 'postgres')).toMatchObject({ code: 0 });
  expect(await runCommand(embedded, ['move', '--undo', '--yes'])).toMatchObject({
    code: 0,
    err: expect.stringContaining('Sending is paused.'),
  });
  expect((await runCommand(embedded, ['sending', 'status'])).out).toContain('taken up again after a move');
});
