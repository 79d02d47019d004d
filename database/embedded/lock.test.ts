import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { DataDirLocked, lockDataDir, readLockOwner } from './lock.ts';

function folder(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** Another process that holds the folder until it is killed. */
async function lockedBy(path: string): Promise<ChildProcess> {
  const program = `import { lockDataDir } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    const lock = lockDataDir(${JSON.stringify(path)});
    lock.announce({ pid: process.pid, since: '2026-01-01T00:00:00.000Z', socket: 'none' });
    console.log('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

test('a second process is refused, and told who holds the folder and since when', async () => {
  const path = folder();
  const owner = await lockedBy(path);
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
  expect(() => lockDataDir(path)).toThrow(`is held by process ${owner.pid} since 2026-01-01T00:00:00.000Z`);
});

test('the same process cannot take the lock twice', () => {
  const path = folder();
  const lock = lockDataDir(path);
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
  lock.release();
  lockDataDir(path).release();
});

test('a killed owner loses the lock at once, and the next one removes its record', async () => {
  const path = folder();
  const owner = await lockedBy(path);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(readLockOwner(path)?.pid).toBe(owner.pid);
  const lock = lockDataDir(path);
  expect(readLockOwner(path)).toBeUndefined();
  lock.release();
});

test('a frozen owner keeps the lock', async () => {
  const path = folder();
  const owner = await lockedBy(path);
  owner.kill('SIGSTOP');
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
});
