import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { pack, unpack } from './archive.ts';

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
    import { ${call} } from ${JSON.stringify(new URL('archive.ts', import.meta.url).href)};
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
