import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { withOutput } from './output.ts';

const { env, stdin, stdout, stderr } = process;
const terminal = { env, stdin, stdout, stderr };

function file(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return join(path, 'list.csv');
}

test('a file gets its name when it is complete, and only its owner may read it', async () => {
  const path = file();
  await withOutput(terminal, path, async (write) => {
    await write('one\n');
    expect(existsSync(path)).toBe(false);
    await write('two\n');
  });
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an export that fails leaves no file', async () => {
  const path = file();
  const failing = withOutput(terminal, path, async (write) => {
    await write('half');
    throw new Error('the list is gone');
  });
  await expect(failing).rejects.toThrow('the list is gone');
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
});

test('an export that is cut off by the end of the room for it leaves no file, and is named', () => {
  const path = file();
  const script = `
    import { withOutput } from ${JSON.stringify(new URL('output.ts', import.meta.url).href)};
    await withOutput(process, ${JSON.stringify(path)}, (write) => write('x'.repeat(4000)));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  const { stderr } = spawnSync('sh', ['-c', 'ulimit -f 1; exec "$0" "$@"', ...node], { encoding: 'utf8' });
  expect(stderr).toContain(`${path} cannot be written: EFBIG`);
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
});

test('a file that cannot be created is named in the error', async () => {
  const output = withOutput(terminal, join(file(), 'no', 'such', 'folder'), async () => {});
  await expect(output).rejects.toThrow('cannot be written');
});

test('a private file keeps neither the permissions of what it replaces nor follows a symlink', async () => {
  const path = file();
  const other = `${path}.other`;
  writeFileSync(path, 'old', { mode: 0o644 });
  writeFileSync(other, 'kept');
  symlinkSync(other, `${path}.unfinished`);
  await withOutput(terminal, path, (write) => write('new'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(other, 'utf8')).toBe('kept');
});
