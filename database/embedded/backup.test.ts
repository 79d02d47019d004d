import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import type { Comparison } from '../addresses.ts';
import { backUpEmbedded, copyRunning, pack } from './backup.ts';
import { openEmbedded } from './open-embedded.ts';
import { replacedFolders, restoreEmbedded, swapIn } from './restore.ts';

const folder = testFolder();
const dataDir = join(folder, 'data');
const file = join(folder, 'list.backup');
copyEmbeddedList(dataDir);
const database = await openEmbedded(dataDir);
await fillList(database, 3);

test('a backup during another one is refused, and one that was killed does not prevent the next', async () => {
  // What a killed backup leaves: it is still open in the session that all share.
  await database.query("select pg_backup_start('killed', fast => true)::text");
  const underWay = backUpEmbedded(database, dataDir, file);
  const second = join(folder, 'second.backup');
  await expect(backUpEmbedded(database, dataDir, second)).rejects.toThrow(
    `Another backup of ${dataDir} is under way. Wait until it has ended.`,
  );
  expect(fs.existsSync(second)).toBe(false);
  expect((await underWay).entries).toBe(3);
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

test('an archive for which there is no room is not called damaged', async () => {
  const packed = testFolder();
  const [archive, unpacked] = [join(folder, 'random.backup'), join(folder, 'unpacked')];
  fs.writeFileSync(join(packed, 'entries'), randomBytes(100_000));
  await pack(packed, archive);
  const script = `
    import { unpack } from ${JSON.stringify(new URL('backup.ts', import.meta.url).href)};
    await unpack(...process.argv.slice(1)).catch((error) => console.error(error.message));`;
  // A process that may write no file of more than one block.
  const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval'];
  expect(spawnSync('sh', [...limited, script, archive, unpacked], { encoding: 'utf8' }).stderr).toBe(
    `${archive} cannot be unpacked into ${unpacked}: EFBIG: file too large, write.\n`,
  );
});

test('a restore says who joined since, keeps the list that it replaces, and also replaces one that does not open', async () => {
  await database.query("select add_to_waitlist('later@restore.example', 'cta')");
  await database.close();
  const asked: Comparison[] = [];
  const restore = () =>
    restoreEmbedded(
      dataDir,
      file,
      async () => {},
      async (comparison) => void asked.push(comparison),
    );
  expect(() => swapIn(dataDir, join(dataDir, 'cannot-be-moved'))).toThrow('ENOENT');
  expect(fs.existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(await restore()).toEqual({ entries: 3, replaced: replacedFolders(dataDir)[0] });
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
