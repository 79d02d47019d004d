import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../database/database.ts';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { fillList, served } from '../../tests/support/entries.ts';
import { importPeople } from '../people.ts';
import { maintainAtNight, nextNight, removeErased, removeErasedOrSayWhen } from './erased-files.ts';
import { openEmbeddedList, openForCommand, openForServer } from './open-list.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
copyEmbeddedList(dataDir);
// Other people are on it too.
await served({ dataDir }, (database) => fillList(database, 200));

/** Nothing else contains this part of the address. */
const name = 'zwetschgenknoedel';
const email = `${name}@erase.example`;
const person = { email, source: 'cta' };
const eraseIt = `select from waitlist.erase_address('${email}', 'person erase')`;
const erasePerson = (database: Database) => database.query(eraseIt);
/** Adds the person as an import does: no limit refuses an import, however slow the machine. */
const add = (database: Database) => importPeople(database, [person], false);

/** The files below a folder that contain the address, as bytes. */
function filesWithAddress(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(name));
}

test('an erased person is in no byte of a list that a command has opened', async () => {
  const database = await openEmbeddedList(dataDir);
  await add(database);
  await database.query("update waitlist.entries set source = 'Friend'");
  await database.query('checkpoint');
  expect(filesWithAddress(dataDir).length).toBeGreaterThan(1);
  await erasePerson(database);
  expect(await removeErasedOrSayWhen(database)).toBeUndefined();
  expect(filesWithAddress(dataDir)).toEqual([]);
  expect(await database.query('select from waitlist.entries')).toHaveLength(200);
  await database.close();
});

test('a person whom a killed restore left out is in no byte', async () => {
  const database = await openEmbeddedList(dataDir);
  await add(database);
  await database.query('checkpoint');
  // As its transaction leaves the list.
  await database.query('delete from waitlist.entries where email = $1', [email]);
  await database.query('update waitlist.list_state set left_out_in_files = true');
  await database.query('checkpoint');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  await removeErased(database, 'if it is quick');
  expect(filesWithAddress(dataDir)).toEqual([]);
  expect(await database.query('select from waitlist.list_state where left_out_in_files')).toEqual([]);
  await database.close();
});

test('an erased address that only a change of address named is in no byte', async () => {
  const database = await openEmbeddedList(dataDir);
  await database.query(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
     select min(id), 'change', now(), now(), $1, $1 from waitlist.entries`,
    [email],
  );
  await database.query('checkpoint');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  await erasePerson(database);
  expect(await removeErasedOrSayWhen(database)).toBeUndefined();
  expect(filesWithAddress(dataDir)).toEqual([]);
  await database.close();
});

test('beside a server, the command says when the server has removed the bytes', async () => {
  const server = await openForServer({ dataDir });
  await add(server);
  const tool = await openForCommand({ dataDir });
  await erasePerson(tool);
  const by = await removeErasedOrSayWhen(tool);
  expect(Math.abs((by?.getTime() ?? 0) - Date.now() - 60_000)).toBeLessThan(30_000);
  // What the owner does every minute.
  await removeErased(tool, 'if it is quick');
  expect(filesWithAddress(dataDir)).toEqual([]);
  await tool.close();
  await server.close();
});

test('the next start finishes an erasure that was killed before the files were rewritten', async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { openEmbeddedList } from ${url('./open-list.ts')};
    import { importPeople } from ${url('../people.ts')};
    const database = await openEmbeddedList(${JSON.stringify(dataDir)});
    await importPeople(database, [${JSON.stringify(person)}], false);
    await database.query('checkpoint');
    await database.query(${JSON.stringify(eraseIt)});
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  const database = await openEmbeddedList(dataDir);
  expect(filesWithAddress(dataDir)).toEqual([]);
  await database.close();
});

test('the bytes of a long list are removed at night', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const database = await openEmbeddedList(dataDir);
  await add(database);
  await database.query('checkpoint');
  // As a command sees it through a server. No list is short when the limit is zero.
  const shared: Database = { ...database, isShared: true };
  await erasePerson(shared);
  expect(await removeErasedOrSayWhen(shared, 0)).toEqual(nextNight(new Date()));
  await removeErased(shared, 'if it is quick', 0);
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  vi.runOnlyPendingTimers();
  await expect.poll(() => filesWithAddress(dataDir)).toEqual([]);
  await database.close();
});

test('the work of a night makes the statistics of the planner', async () => {
  const newDataDir = testFolder();
  copyEmbeddedList(newDataDir);
  const database = await openEmbeddedList(newDataDir);
  const statistics = () => database.query("select from pg_stats where schemaname = 'waitlist'");
  await fillList(database, 20);
  expect(await statistics()).toEqual([]);
  await maintainAtNight(database);
  expect(await statistics()).not.toEqual([]);
  await database.close();
});

test('the next night begins at three, UTC, and is always later than now', () => {
  expect(nextNight(new Date('2026-05-01T02:59:00Z'))).toEqual(new Date('2026-05-01T03:00:00Z'));
  expect(nextNight(new Date('2026-05-01T03:00:00Z'))).toEqual(new Date('2026-05-02T03:00:00Z'));
});
