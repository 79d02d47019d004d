import { closeSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { openPrivate } from './private-file.ts';

function place(): { file: string; other: string } {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return { file: join(path, 'list'), other: join(path, 'other') };
}

test('a private file does not keep the permissions of the file that it replaces', () => {
  const { file } = place();
  writeFileSync(file, 'old', { mode: 0o644 });
  closeSync(openPrivate(file));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a private file replaces a symlink, and not the file that it leads to', () => {
  const { file, other } = place();
  writeFileSync(other, 'kept');
  symlinkSync(other, file);
  closeSync(openPrivate(file));
  expect(readFileSync(other, 'utf8')).toBe('kept');
});
