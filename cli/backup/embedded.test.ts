import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openEmbedded } from '../../database/embedded/open-embedded.ts';
import { copyEmbeddedList } from '../../tests/support/embedded-list.ts';
import { fillList } from '../../tests/support/fill-list.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { backUpEmbedded, restoreEmbedded } from './embedded.ts';

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
    import { backUpEmbedded } from ${url('./embedded.ts')};
    import { openDatabaseForTools } from ${url('../../database/open-database.ts')};
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

test('a restore while another one waits for its answer is refused, and does not take the files that one has prepared', async () => {
  const file = join(folder.path, 'list.backup');
  const empty = join(folder.path, 'empty');
  mkdirSync(empty);
  await backUpEmbedded(database, dataDir, file);
  const first = await restoreEmbedded(empty, file, async () => {
    await expect(restoreEmbedded(empty, file, async () => {})).rejects.toThrow('Another restore of');
  });
  expect(first).toEqual({ entries: 1, replaced: undefined });
});
