import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { openOutput } from './output.ts';

const { env, stdin, stdout, stderr } = process;
const terminal = { env, stdin, stdout, stderr };

function file(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return join(path, 'list.csv');
}

test('a file gets its name when it is complete, and only its owner may read it', async () => {
  const path = file();
  const output = openOutput(terminal, path);
  await output.write('one\n');
  expect(existsSync(path)).toBe(false);
  await output.write('two\n');
  await output.finish();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('an export that fails leaves no file', async () => {
  const path = file();
  const output = openOutput(terminal, path);
  await output.write('half');
  output.abandon();
  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.unfinished`)).toBe(false);
});

test('a file that cannot be created is named in the error', () => {
  expect(() => openOutput(terminal, join(file(), 'no', 'such', 'folder'))).toThrow('cannot be written');
});
