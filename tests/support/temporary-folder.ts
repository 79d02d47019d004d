import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteSkipped } from './skipped.ts';

/** Makes an empty folder; returns its path and a function that deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'waitlist-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
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
    noteSkipped(
      'Skipped on a disk that is full or read-only: none can be mounted here, which takes root on Linux.',
    );
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
