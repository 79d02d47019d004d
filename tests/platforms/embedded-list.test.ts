import fs, { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAtomically } from '../../database/embedded/files.ts';
import { socketPath } from '../../database/embedded/owner.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const real = { openSync: fs.openSync, fsyncSync: fs.fsyncSync };

/** Lets fsync fail as on Windows, for a folder and for a file opened read-only. Returns the paths that are synced from now on. */
function syncAsWindows(): string[] {
  const opened = new Map<number, { path: string; flags: unknown }>();
  const synced: string[] = [];
  fs.openSync = (path, flags, mode) => {
    const descriptor = real.openSync(path, flags, mode);
    opened.set(descriptor, { path: String(path), flags });
    return descriptor;
  };
  fs.fsyncSync = (descriptor) => {
    const { path = '', flags } = opened.get(descriptor) ?? {};
    if (flags === 'r' || fs.fstatSync(descriptor).isDirectory())
      throw Object.assign(new Error('EPERM: operation not permitted, fsync'), { code: 'EPERM' });
    real.fsyncSync(descriptor);
    synced.push(path);
  };
  syncBuiltinESMExports();
  return synced;
}

let folder = '';
beforeEach(() => {
  const { path, remove } = temporaryFolder();
  folder = path;
  onTestFinished(remove);
});
afterEach(() => {
  Object.assign(fs, real);
  syncBuiltinESMExports();
});

async function fill(path: string): Promise<void> {
  mkdirSync(join(path, 'base'), { recursive: true });
  writeFileSync(join(path, 'base', 'file'), 'whole');
  writeFileSync(join(path, 'version'), '18');
}

test('where folders cannot be synced, as on Windows, every file of a new database is', async () => {
  const synced = syncAsWindows();
  const database = join(folder, 'postgres');
  await createAtomically(database, fill, 'win32');
  const names = synced.map((path) => path.slice(`${database}.unfinished`.length + 1));
  expect(names.sort()).toEqual([join('base', 'file'), 'version']);
  expect(readFileSync(join(database, 'base', 'file'), 'utf8')).toBe('whole');
});

test('elsewhere a folder that cannot be synced stops the creation', async () => {
  syncAsWindows();
  for (const platform of ['linux', 'darwin'] as const)
    await expect(createAtomically(join(folder, platform), fill, platform)).rejects.toThrow('EPERM');
});

test('tools connect through a pipe of their own on Windows, and through a socket in the folder elsewhere', () => {
  const [one, other] = [socketPath(folder, 'win32'), socketPath(folder, 'win32')];
  expect(one).toMatch(/^\\\\\.\\pipe\\waitlist-[\da-f-]{36}$/);
  expect(one).not.toBe(other);
  for (const platform of ['linux', 'darwin'] as const)
    expect(socketPath(folder, platform)).toBe(join(folder, 'tools.sock'));
});

test('where the folder has a long path the socket lies in a short one, within what macOS allows', () => {
  const path = socketPath(join(folder, 'long'.repeat(30)), 'darwin');
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  expect(path).toMatch(/waitlist-\w+.tools\.sock$/);
  expect(Buffer.byteLength(path)).toBeLessThan(104);
});
