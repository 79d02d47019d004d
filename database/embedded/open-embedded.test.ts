import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSyncable } from '../../system/sync-to-disk.ts';
import { copyEmbeddedList, testFolder } from '../../tests/support/databases.ts';
import { createAtomically } from './files.ts';
import { DataDirLocked, lockDataDir, readLockOwner } from './lock.ts';
import { openEmbedded as openWith } from './open-embedded.ts';
import { socketPath } from './owner.ts';

/** Opens it without any work of its own. */
const openEmbedded = (folder: string) => openWith(folder, async () => () => {});

test('the list is private, and its folder keeps its rights', async () => {
  // Longer than the path of a Unix socket may be.
  const dataDir = join(testFolder(), 'made', 'when', 'long'.repeat(30));
  const modes = () => [dataDir, join(dataDir, 'postgres')].map((path) => fs.statSync(path).mode & 0o777);
  const first = await openEmbedded(dataDir);
  expect(modes()).toEqual([0o700, 0o700]);
  expect(fs.statSync(readLockOwner(dataDir)?.socket ?? '').mode & 0o777).toBe(0o600);
  await first.query("select add_to_waitlist('kept@open.example', 'cta')");
  await first.close();
  expect(fs.readdirSync(dataDir).sort()).toEqual(['lock.sqlite', 'postgres']);
  for (const path of [dataDir, join(dataDir, 'postgres')]) fs.chmodSync(path, 0o755);
  const second = await openEmbedded(dataDir);
  expect(modes()).toEqual([0o755, 0o700]);
  expect(await second.query('select email from waitlist.entries')).toEqual([{ email: 'kept@open.example' }]);
  await second.close();
});

test('a damaged database is refused with a sentence, and nothing is changed', async () => {
  const dataDir = testFolder();
  copyEmbeddedList(dataDir);
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const whole = fs.readFileSync(control);
  const damaged = Buffer.alloc(whole.length, 7);
  fs.writeFileSync(control, damaged);
  await expect(openEmbedded(dataDir)).rejects.toThrow(
    'does not open; its files are damaged or incomplete. Nothing was changed. Move that folder aside and bring back a backup (npm run waitlist -- restore FILE)',
  );
  expect(fs.readFileSync(control)).toEqual(damaged);
  fs.writeFileSync(control, whole);
  await (await openEmbedded(dataDir)).close();
});

test('a folder of another PostgreSQL version is refused, and no list is made in it', async () => {
  const path = testFolder();
  fs.mkdirSync(join(path, 'postgres'));
  fs.writeFileSync(join(path, 'postgres/PG_VERSION'), '17\n');
  await expect(openEmbedded(path)).rejects.toThrow(
    'was made by PostgreSQL 17, and this software brings PostgreSQL 18',
  );
  expect(fs.existsSync(join(path, 'postgres', 'base'))).toBe(false);
});

test('a frozen process keeps its lock, and a killed one loses it at once', async () => {
  const path = testFolder();
  const program = `import { lockDataDir } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    lockDataDir(${JSON.stringify(path)}).announce({ pid: process.pid, since: '2026-01-01T00:00:00.000Z', socket: 'none' });
    await new Promise(setImmediate);
    gc();
    console.log('held');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void owner.kill('SIGKILL'));
  await once(owner.stdout, 'data');
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
  expect(() => lockDataDir(path)).toThrow(`is held by process ${owner.pid} since 2026-01-01T00:00:00.000Z`);
  owner.kill('SIGSTOP');
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(readLockOwner(path)?.pid).toBe(owner.pid);
  const lock = lockDataDir(path);
  expect(readLockOwner(path)).toBeUndefined();
  expect(() => lockDataDir(path)).toThrow(DataDirLocked);
  lock.release();
  lockDataDir(path).release();
});

async function fill(path: string): Promise<void> {
  fs.mkdirSync(path);
  fs.writeFileSync(join(path, 'file'), 'whole');
}

test('a new folder appears whole or not at all', async () => {
  const path = join(testFolder(), 'postgres');
  fs.mkdirSync(`${path}.unfinished`);
  fs.writeFileSync(join(`${path}.unfinished`, 'half'), '');
  const interrupted = createAtomically(path, async (beside) => {
    await fill(beside);
    throw new Error('power cut');
  });
  await expect(interrupted).rejects.toThrow('power cut');
  expect(fs.existsSync(path)).toBe(false);
  await createAtomically(path, fill);
  await createAtomically(path, async () => expect.unreachable());
  expect(fs.readdirSync(path)).toEqual(['file']);
  expect(fs.existsSync(`${path}.unfinished`)).toBe(false);
});

test('on Windows no folder is synced, and a file is opened for writing first', async () => {
  const opened = vi.spyOn(fs, 'openSync');
  syncBuiltinESMExports();
  onTestFinished(() => {
    opened.mockRestore();
    syncBuiltinESMExports();
  });
  const database = join(testFolder(), 'postgres');
  await createAtomically(database, fill, 'win32');
  expect(opened).toHaveBeenCalledWith(join(`${database}.unfinished`, 'file'), 'r+');
  const [folder, file] = [fs.openSync(database, 'r'), fs.openSync(join(database, 'file'), 'r+')];
  expect([folder, file].map((descriptor) => isSyncable(descriptor, 'win32'))).toEqual([false, true]);
  expect(isSyncable(folder, 'linux')).toBe(true);
  fs.closeSync(folder);
  fs.closeSync(file);
});

test('tools connect through a named pipe on Windows, and elsewhere through a short socket path', () => {
  const folder = testFolder();
  const [one, other] = [socketPath(folder, 'win32'), socketPath(folder, 'win32')];
  expect(one).toMatch(/^\\\\\.\\pipe\\waitlist-[\da-f-]{36}$/);
  expect(one).not.toBe(other);
  expect(socketPath(folder, 'darwin')).toBe(join(folder, 'tools.sock'));
  const path = socketPath(join(folder, 'long'.repeat(30)), 'darwin');
  onTestFinished(() => fs.rmSync(dirname(path), { recursive: true }));
  expect(path).toMatch(/waitlist-\w+.tools\.sock$/);
  expect(Buffer.byteLength(path)).toBeLessThan(104);
});
