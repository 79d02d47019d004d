import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { FolderHeld, lockFolder, readHolder } from './folder-lock.ts';

function folder(): string {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

/** Another process that holds the folder until it is killed. */
async function holderOf(path: string): Promise<ChildProcess> {
  const program = `import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)};
    const lock = lockFolder(${JSON.stringify(path)});
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
  const holder = await holderOf(path);
  expect(() => lockFolder(path)).toThrow(FolderHeld);
  expect(() => lockFolder(path)).toThrow(`is held by process ${holder.pid} since 2026-01-01T00:00:00.000Z`);
});

test('the same process cannot take it twice', () => {
  const path = folder();
  const lock = lockFolder(path);
  expect(() => lockFolder(path)).toThrow(FolderHeld);
  lock.release();
  lockFolder(path).release();
});

test('a killed holder holds nothing, at once, and its name is gone with the next', async () => {
  const path = folder();
  const holder = await holderOf(path);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(readHolder(path)?.pid).toBe(holder.pid);
  const lock = lockFolder(path);
  expect(readHolder(path)).toBeUndefined();
  lock.release();
});

test('a frozen holder keeps it', async () => {
  const path = folder();
  const holder = await holderOf(path);
  holder.kill('SIGSTOP');
  expect(() => lockFolder(path)).toThrow(FolderHeld);
});
