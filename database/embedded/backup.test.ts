import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import type { Comparison } from '../addresses.ts';
import { backUpEmbedded, copyRunning, pack, unpack } from './backup.ts';
import { openEmbedded } from './open-embedded.ts';
import { replacedFolders, restoreEmbedded, swapIn } from './restore.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
const file = join(folder, 'list.backup');
copyEmbeddedList(dataDir);
const database = await openEmbedded(dataDir);
await fillList(database, 3);

test('a backup during another one is refused, and one that was killed does not prevent the next', async () => {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  // Another process that backs the list up through this one, and stops for ever once the backup has begun.
  const program = `
    import { backUpEmbedded } from ${url('./backup.ts')};
    import { openDatabaseForTools } from ${url('../open-database.ts')};
    const [dataDir, file] = process.argv.slice(1);
    const database = await openDatabaseForTools({ dataDir });
    const query = async (sql, parameters) => {
      const rows = await database.query(sql, parameters);
      if (!sql.includes('pg_backup_start')) return rows;
      console.log('begun');
      return new Promise(() => {});
    };
    await backUpEmbedded({ ...database, query }, dataDir, file);`;
  const args = ['--input-type=module', '-e', program, dataDir, join(folder, 'stuck.backup')];
  const stuck = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void stuck.kill('SIGKILL'));
  await once(stuck.stdout, 'data');
  await expect(backUpEmbedded(database, dataDir, file)).rejects.toThrow(
    `Another backup of ${dataDir} is under way. Wait until it has ended.`,
  );
  expect(fs.existsSync(file)).toBe(false);
  stuck.kill('SIGKILL');
  await once(stuck, 'exit');
  expect((await backUpEmbedded(database, dataDir, file)).entries).toBe(3);
});

test('a copy that cannot be written ends the database’s backup', async () => {
  fs.writeFileSync(join(folder, 'file'), '');
  const copy = copyRunning(database, join(dataDir, 'postgres'), join(folder, 'file', 'copy'));
  await expect(copy).rejects.toThrow('ENOTDIR');
  await expect(database.query('select pg_backup_stop()')).rejects.toThrow('backup is not in progress');
});

test('a copy that lacks somebody who was on the list is not accepted as a backup', async () => {
  const query = async <Row>(sql: string, parameters?: readonly unknown[]) => {
    const rows = await database.query<Row>(sql, parameters);
    return parameters?.[0] === '' ? [...rows, { canonical: '~erased meanwhile' } as Row] : rows;
  };
  const spare = join(folder, 'spare.backup');
  await expect(backUpEmbedded({ ...database, query }, dataDir, spare)).rejects.toThrow(
    'Read back, the copy lacks 1 of 4 people.',
  );
});

/** Calls a function of the module in a process that may write no file of more than one block; returns what it complains of. */
function withoutRoom(call: 'pack' | 'unpack', ...args: string[]): string {
  const script = `
    import { ${call} } from ${JSON.stringify(new URL('backup.ts', import.meta.url).href)};
    await ${call}(...process.argv.slice(1)).catch((error) => console.error(error.message));`;
  const node = [process.execPath, '--input-type=module', '--eval', script, ...args];
  return spawnSync('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', ...node], { encoding: 'utf8' }).stderr;
}

test('a truncated archive is called damaged, and one for which there is no room is not', async () => {
  const path = testFolder();
  const [packed = '', file = '', folder = ''] = ['packed', 'file', 'unpacked'].map((name) =>
    join(path, name),
  );
  fs.mkdirSync(packed);
  fs.writeFileSync(join(packed, 'entries'), randomBytes(100_000));
  await pack(packed, file);
  expect(withoutRoom('unpack', file, folder)).toBe(
    `${file} cannot be unpacked into ${folder}: EFBIG: file too large, write.\n`,
  );
  const whole = fs.readFileSync(file);
  fs.writeFileSync(file, whole.subarray(0, -20));
  await expect(unpack(file, folder)).rejects.toThrow(`${file} is damaged`);
  expect(withoutRoom('pack', packed, file)).toBe(
    `${file} cannot be written: EFBIG: file too large, write.\n`,
  );
});

const asked: Comparison[] = [];

/** Restores without preparing anything. */
const restore = (agree = async (comparison: Comparison) => void asked.push(comparison)) =>
  restoreEmbedded(dataDir, file, async () => {}, agree);

test('a restore is refused while a server has the list open, and leaves everything as it was when it is not agreed to', async () => {
  await database.query("select add_to_waitlist('later@restore.example', 'cta')");
  await expect(restore()).rejects.toThrow(/^Stop the server first, then restore: .* held by process \d+/);
  expect(await database.query('select from waitlist.entries')).toHaveLength(4);
  await database.close();
  await expect(restore(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(fs.readdirSync(dataDir).sort()).toEqual(['backup.sqlite', 'lock.sqlite', 'postgres']);
});

test('a restore says who joined since, keeps the list that it replaces, and also replaces one that does not open', async () => {
  /** The folders at the moment at which a rename is forced to the disk. */
  const synced: string[][] = [];
  const { fsyncSync } = fs;
  fs.fsyncSync = (descriptor) => {
    fsyncSync(descriptor);
    if (fs.fstatSync(descriptor).ino === fs.statSync(dataDir).ino) synced.push(fs.readdirSync(dataDir));
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  });
  expect(() => swapIn(dataDir, join(dataDir, 'cannot-be-moved'))).toThrow('ENOENT');
  expect(fs.existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(await restore()).toEqual({ entries: 3, replaced: replacedFolders(dataDir)[0] });
  expect(synced).toEqual([expect.arrayContaining(['postgres', basename(replacedFolders(dataDir)[0] ?? '')])]);
  expect(synced[0]).not.toContain('postgres.restored');
  fs.rmSync(join(dataDir, 'postgres', 'PG_VERSION'));
  await restore();
  expect(replacedFolders(dataDir)).toHaveLength(2);
  fs.rmSync(join(dataDir, 'postgres'), { recursive: true });
  await restore();
  expect(asked).toEqual([
    { present: 4, restored: 3, lacking: 1 },
    { present: 'damaged', restored: 3, lacking: 0 },
    { present: undefined, restored: 3, lacking: 0 },
  ]);
});
