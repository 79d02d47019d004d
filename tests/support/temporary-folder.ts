import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noteSkipped } from './skipped.ts';

/** Makes an empty folder; returns its path and a function that deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'waitlist-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes files into a folder, by their paths in it, with the folders around them. */
export function writeFiles(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** A file system of a fixed size, in memory; undefined where this account may not mount one. */
export function smallDisk() {
  const { path, remove } = temporaryFolder();
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
  try {
    mount('size=120m');
  } catch {
    remove();
    noteSkipped('Skipped on a full or read-only disk: none can be mounted here, which takes root on Linux.');
    return undefined;
  }
  return {
    path,
    /** From now on nobody can write to it, not even root, as when a system remounts a disk that has errors. */
    makeReadOnly: () => void mount('remount,ro'),
    makeWritable: () => void mount('remount,rw'),
    unmount() {
      execFileSync('umount', [path]);
      remove();
    },
  };
}
