import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type DatabaseOptions, DatabaseUnavailable, StatementError } from '../../database/database.ts';
import { bothLists, testFolder } from '../../tests/support/databases.ts';
import { served } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { withClient } from '../../tests/support/postgres.ts';
import {
  addressOf,
  emailsOf,
  emptyList,
  joins,
  linesOf,
  press,
  sendOwed,
} from '../../tests/support/restores.ts';
import { createJoin } from '../../waitlist/join.ts';
import { markMoved } from '../../waitlist/list/moved.ts';
import { openAlone } from '../../waitlist/list/open-list.ts';
import { createReadinessCheck } from '../../waitlist/list/readiness.ts';
import { suppressAddresses } from '../../waitlist/suppressions.ts';

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

async function newBackup(options: DatabaseOptions): Promise<string> {
  const file = newFile();
  expect(await runCommand(options, ['backup', file])).toMatchObject({ code: 0 });
  return file;
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

test('no join and no bounce is lost while the list of a PostgreSQL moves away', {
  skip: !postgres,
}, async () => {
  const { dataDir } = await emptyList('embedded');
  const databaseUrl = (await postgres?.createDatabase()) ?? '';
  const both = { dataDir, databaseUrl };
  // As through hosted functions, of which nothing says that they use the list.
  const accepted = await served(both, async (database) => {
    const joined: string[] = [];
    const bounced: string[] = [];
    const isOutOfReach = (error: Error) =>
      expect(error).toSatisfy((it) => it instanceof DatabaseUnavailable || it instanceof StatementError);
    const joinOne = createJoin({ database });
    const tryToJoin = async (name: string) => {
      const { success } = await joinOne({ email: addressOf(name), source: 'Friend', clientAddress: '' });
      if (success) joined.push(addressOf(name));
    };
    const tryToSuppress = async (name: string) => {
      await suppressAddresses(database, [{ email: addressOf(name), reason: 'bounce' }]);
      bounced.push(name);
    };
    await tryToJoin('before');
    const moving = await withClient(databaseUrl, async (client) => {
      // The move locks this table last: it has locked the people, and waits.
      await client.query('begin');
      await client.query('lock table waitlist.audit in access exclusive mode');
      const started = runCommand(both, ['move', newFile(), '--to', 'embedded', '--yes']);
      const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
                        where relation = 'waitlist.audit'::regclass and datname = current_database() and not granted`;
      await expect.poll(async () => (await client.query(waiting)).rows, { timeout: 60_000 }).toHaveLength(1);
      await Promise.all([
        tryToJoin('meanwhile').catch(isOutOfReach),
        tryToSuppress('bouncing').catch(isOutOfReach),
      ]);
      await client.query('commit');
      return started;
    });
    expect(moving).toMatchObject({ code: 0 });
    await tryToJoin('afterwards').catch(isOutOfReach);
    expect(await createReadinessCheck(database)()).toBe(false);
    return { joined: joined.sort(), bounces: bounced.length };
  });
  expect(accepted.joined).toContain(addressOf('before'));
  const kept = await served({ dataDir }, async (database) => ({
    joined: await emailsOf(database),
    bounces: (await database.query('select from waitlist.suppressions')).length,
  }));
  expect(kept).toEqual(accepted);
});

if (postgres)
  for (const to of ['postgres', 'embedded'] as const)
    test(`a move to ${to} takes everything along, and leaves one list alive`, async () => {
      const { dataDir } = await emptyList('embedded');
      const both = { dataDir, databaseUrl: await postgres.createDatabase() };
      const embedded = { dataDir };
      const [from, into] = to === 'postgres' ? [embedded, both] : [both, embedded];
      const emails = await served(from, async (database) => {
        await joins(database, 'mover', 'leaver');
        const all = await sendOwed(database);
        await database.query("select waitlist.suppress('gone@restore.example', 'not-me', now())");
        await database.query("update waitlist.limits set most = 7 where name = 'client'");
        await runCommand(from, ['person', 'leave', addressOf('leaver')]);
        return all;
      });
      const before = linesOf(await newBackup(from));
      const moved = await runCommand(both, ['move', newFile(), '--to', to, '--yes']);
      expect(moved).toMatchObject({ code: 0, err: expect.stringContaining('is not opened any more') });
      const after = linesOf(await newBackup(into));
      const peopleIn = (lines: string[]) => lines.filter((line) => line.startsWith('{"entries"'));
      expect(peopleIn(after)).toEqual(peopleIn(before));
      expect(after.find((line) => line.startsWith('{"limits"'))).toEqual(
        before.find((line) => line.startsWith('{"limits"')),
      );
      expect((await runCommand(into, ['sending', 'status'])).out).toContain('the list was moved here');
      for (const opened of [runCommand(from, ['stats']), runCommand(from, ['backup', newFile()])])
        expect(await opened).toMatchObject({
          code: 1,
          err: expect.stringMatching(/^This list was moved to /),
        });
      await expect(served(from, async () => {})).rejects.toThrow(
        /This list was moved to .*Use it there: with DATABASE_URL/s,
      );
      // Back again: what has happened since replaces the list that was left.
      await served(into, async (database) => {
        expect(await press(database, emails.mover, 'confirm')).toBe(true);
        await joins(database, 'later');
      });
      const back = await runCommand(both, [
        'move',
        newFile(),
        '--to',
        to === 'postgres' ? 'embedded' : 'postgres',
        '--yes',
      ]);
      expect(back).toMatchObject({ code: 0 });
      expect(await served(from, emailsOf)).toEqual(['later', 'leaver', 'mover'].map(addressOf));
      const undone = await runCommand(to === 'postgres' ? both : embedded, ['move', '--undo', '--yes']);
      expect(undone.err).toContain('Use one of the two lists only.');
      expect(await served(into, emailsOf)).toHaveLength(3);
      expect(existsSync(dataDir)).toBe(true);
    });

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
