import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { copyEmbeddedList } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { assertNoneMissing, backUpEmbedded, copyRunning, pack, unpack } from './backup.ts';
import { openEmbedded } from './open-embedded.ts';

const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
copyEmbeddedList(dataDir);
const database = await openEmbedded(dataDir);
await fillList(database, 1);
afterAll(async () => {
  await database.close();
  folder.remove();
});

/** Another process that backs the list up through the one that holds it, and stops for ever once the backup has begun. */
async function stuckBackup(): Promise<ChildProcess> {
  const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
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
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', program, dataDir, join(folder.path, 'stuck.backup')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  return child;
}

test('a backup that was killed in the middle does not prevent the next one', async () => {
  const stuck = await stuckBackup();
  stuck.kill('SIGKILL');
  await once(stuck, 'exit');
  const { entries } = await backUpEmbedded(database, dataDir, join(folder.path, 'next.backup'));
  expect(entries).toBe(1);
});

test('a backup during another one is refused, and does not stop that one', async () => {
  await stuckBackup();
  const file = join(folder.path, 'second.backup');
  await expect(backUpEmbedded(database, dataDir, file)).rejects.toThrow(
    `Another backup of ${dataDir} is under way. Wait until it has ended.`,
  );
  expect(existsSync(file)).toBe(false);
  expect(await database.query('select from pg_backup_stop(wait_for_archive => false)')).toHaveLength(1);
});

test('a copy that cannot be written ends the database’s backup', async () => {
  writeFileSync(join(dataDir, 'file'), '');
  const copy = copyRunning(database, join(dataDir, 'postgres'), join(dataDir, 'file', 'copy'));
  await expect(copy).rejects.toThrow('ENOTDIR');
  await expect(database.query('select pg_backup_stop()')).rejects.toThrow('backup is not in progress');
});

test('a copy that lacks somebody who was on the list is not accepted as a backup', () => {
  const before = new Set(['a', 'b']);
  expect(() => assertNoneMissing(before, new Set(['a', 'b', 'c']))).not.toThrow();
  expect(() => assertNoneMissing(before, new Set(['a', 'c']))).toThrow('lacks 1 of 2 people');
});

/** A folder with one file of 100 kB, an archive of it, and the name of a folder to unpack that into. */
async function archive(): Promise<{ packed: string; file: string; folder: string }> {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const packed = join(path, 'packed');
  const file = join(path, 'list.backup');
  mkdirSync(packed);
  writeFileSync(join(packed, 'entries'), randomBytes(100_000));
  writeFileSync(file, '');
  await pack(packed, file);
  return { packed, file, folder: join(path, 'unpacked') };
}

/** Calls a function of the module in a process that may write no file of more than one block; returns what it complains of. */
function withoutRoom(call: 'pack' | 'unpack', ...args: string[]): string {
  const script = `
    import { ${call} } from ${JSON.stringify(new URL('backup.ts', import.meta.url).href)};
    await ${call}(...process.argv.slice(1)).catch((error) => console.error(error.message));`;
  const node = [process.execPath, '--input-type=module', '--eval', script, ...args];
  return spawnSync('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', ...node], { encoding: 'utf8' }).stderr;
}

test('a truncated archive is called damaged', async () => {
  const { file, folder } = await archive();
  writeFileSync(file, readFileSync(file).subarray(0, -20));
  await expect(unpack(file, folder)).rejects.toThrow(`${file} is damaged`);
});

test('an archive for which there is no room is not called damaged', async () => {
  const { file, folder } = await archive();
  expect(withoutRoom('unpack', file, folder)).toBe(
    `${file} cannot be unpacked into ${folder}: EFBIG: file too large, write.\n`,
  );
});

test('an archive that cannot be written is named in the error', async () => {
  const { packed, file } = await archive();
  expect(withoutRoom('pack', packed, file)).toBe(
    `${file} cannot be written: EFBIG: file too large, write.\n`,
  );
});
