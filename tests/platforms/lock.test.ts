import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type LockedPackages, missingFromLock } from '../../scripts/lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const readLock = (): { packages: LockedPackages } => JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('the lock holds the packages of every platform', () => {
  expect(missingFromLock(readLock().packages)).toEqual([]);
});

test('an entry that is missing, has no checksum or a version out of range is reported with the package that depends on it', () => {
  const entry = { version: '2.1.0', integrity: 'sha512-…' };
  const fault = (locked: LockedPackages) =>
    missingFromLock({
      'node_modules/tool': { optionalDependencies: { 'tool-win32-x64': '^2.0.0' } },
      ...locked,
    });
  const named = ['tool-win32-x64@^2.0.0, for node_modules/tool'];
  expect(fault({})).toEqual(named);
  expect(fault({ 'node_modules/tool-win32-x64': { version: '2.1.0' } })).toEqual(named);
  expect(fault({ 'node_modules/tool-win32-x64': { ...entry, version: '3.0.0' } })).toEqual(named);
  expect(fault({ 'node_modules/tool-win32-x64': entry })).toEqual([]);
  expect(fault({ 'node_modules/tool/node_modules/tool-win32-x64': entry })).toEqual([]);
});

test('a package nested in another finds its dependency in the same node_modules', () => {
  const locked = {
    'node_modules/@scope/a/node_modules/tool': { optionalDependencies: { part: '1.0.0' } },
    'node_modules/@scope/a/node_modules/part': { version: '1.0.0', integrity: 'sha512-…' },
    'node_modules/part': { version: '2.0.0', integrity: 'sha512-…' },
  };
  expect(missingFromLock(locked)).toEqual([]);
});

test('the check of a lock without one entry fails, and says which entry is missing and how to repair it', async () => {
  const { path, remove } = temporaryFolder();
  const lock = readLock();
  delete lock.packages['node_modules/@rolldown/binding-darwin-arm64'];
  const file = join(path, 'package-lock.json');
  writeFileSync(file, JSON.stringify(lock));
  const failure = await promisify(execFile)(process.execPath, ['scripts/lock.ts', file]).catch(
    (error) => error,
  );
  remove();
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /@rolldown\/binding-darwin-arm64@1\.\S+, for node_modules\/rolldown\n.*npx npm@11 install --package-lock-only/,
    ),
  });
});
