import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import type { Database } from '../database.ts';
import { openDatabase, openDatabaseForTools } from '../open-database.ts';
import { nextNight, removeErased, removeErasedOrSayWhen } from './erase.ts';
import { openEmbedded } from './open-embedded.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
copyEmbeddedList(dataDir);

/** Nothing else contains this part of the address. */
const name = 'zwetschgenknoedel';
const email = `${name}@erase.example`;
const eraseIt = `select from waitlist.erase_address('${email}', 'person erase')`;
const erasePerson = (list: Database) => list.query(eraseIt);
/** As from a file, which no slow machine refuses. */
const add = (list: Database) =>
  list.query("select waitlist.import_batch(array[$1::text], array['cta'], false)", [email]);

/** The files below a folder that contain the address, as bytes. */
function filesWithAddress(below: string): string[] {
  return readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(name));
}

test('whoever is erased is in no byte of the list that a command has opened', async () => {
  const list = await openEmbedded(dataDir);
  await fillList(list, 200);
  await add(list);
  await list.query("update waitlist.entries set source = 'Friend'");
  await list.query('checkpoint');
  expect(filesWithAddress(dataDir).length).toBeGreaterThan(1);
  await erasePerson(list);
  expect(await removeErasedOrSayWhen(list)).toBeUndefined();
  expect(filesWithAddress(dataDir)).toEqual([]);
  expect(await list.query('select from waitlist.entries')).toHaveLength(200);
  await list.close();
});

test('whom a restore has left out is in no byte after the next call, also where the restore was killed', async () => {
  const list = await openEmbedded(dataDir);
  await add(list);
  await list.query('checkpoint');
  // As its transaction leaves the list.
  await list.query('delete from waitlist.entries where email = $1', [email]);
  await list.query('update waitlist.list_state set left_out_in_files = true');
  await list.query('checkpoint');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  await removeErased(list, 'if it is quick');
  expect(filesWithAddress(dataDir)).toEqual([]);
  expect(await list.query('select from waitlist.list_state where left_out_in_files')).toEqual([]);
  await list.close();
});

test('an address that stands only in a change of address is in no byte either, once it is erased', async () => {
  const list = await openEmbedded(dataDir);
  await list.query(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, to_email, to_canonical)
     select min(id), 'change', now(), now(), $1, $1 from waitlist.entries`,
    [email],
  );
  await list.query('checkpoint');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  await erasePerson(list);
  expect(await removeErasedOrSayWhen(list)).toBeUndefined();
  expect(filesWithAddress(dataDir)).toEqual([]);
  await list.close();
});

test('beside a server the moment is named by which its owner has removed the bytes', async () => {
  const server = await openDatabase({ dataDir });
  await add(server);
  const tool = await openDatabaseForTools({ dataDir });
  await erasePerson(tool);
  const by = await removeErasedOrSayWhen(tool);
  expect(Math.abs((by?.getTime() ?? 0) - Date.now() - 60_000)).toBeLessThan(30_000);
  // What the owner does every minute.
  await removeErased(tool, 'if it is quick');
  expect(filesWithAddress(dataDir)).toEqual([]);
  await tool.close();
  await server.close();
});

test('an erasure whose process was killed before the files were rewritten is finished by the next start', async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { openEmbedded } from ${url('./open-embedded.ts')};
    const list = await openEmbedded(${JSON.stringify(dataDir)});
    await list.query("select waitlist.import_batch(array[$1::text], array['cta'], false)", [${JSON.stringify(email)}]);
    await list.query('checkpoint');
    await list.query(${JSON.stringify(eraseIt)});
    process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  expect(signal).toBe('SIGKILL');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  const list = await openEmbedded(dataDir);
  expect(filesWithAddress(dataDir)).toEqual([]);
  await list.close();
});

test('of a long list the bytes are removed that night', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const list = await openEmbedded(dataDir);
  await add(list);
  await list.query('checkpoint');
  // As through a server with a list of a million.
  const isLong: Database = {
    ...list,
    isShared: true,
    query: async <Row>(sql: string, parameters?: readonly unknown[]) =>
      sql.includes('pg_total_relation_size')
        ? ([{ bytes: 2 ** 30 }] as Row[])
        : list.query<Row>(sql, parameters),
  };
  await erasePerson(isLong);
  expect(await removeErasedOrSayWhen(isLong)).toEqual(nextNight(new Date()));
  await removeErased(isLong, 'if it is quick');
  expect(filesWithAddress(dataDir)).not.toEqual([]);
  vi.runOnlyPendingTimers();
  await expect.poll(() => filesWithAddress(dataDir)).toEqual([]);
  await list.close();
});

test('the night begins at three, UTC, and is never the moment itself', () => {
  expect(nextNight(new Date('2026-05-01T02:59:00Z'))).toEqual(new Date('2026-05-01T03:00:00Z'));
  expect(nextNight(new Date('2026-05-01T03:00:00Z'))).toEqual(new Date('2026-05-02T03:00:00Z'));
});
