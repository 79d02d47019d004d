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
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', path], { stdio: 'pipe' });
  } catch {
    remove();
    noteSkipped('Skipped on a full disk: none can be mounted here, which takes root on Linux.');
    return undefined;
  }
  return {
    path,
    unmount() {
      execFileSync('umount', [path]);
      remove();
    },
  };
}
