import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Linux's file system in memory; a container's often holds 64 MB. */
const inMemory = '/dev/shm';
/** Twice what a whole run was seen to hold there at once: 0.97 GB (2026-11-23). */
const enoughBytes = 2 * 1024 ** 3;

/**
 * The folder for temporary files: in memory where there is room. A run makes and deletes some hundred thousand small files and
 * flushes them to the disk. The tests of whether writes reach the disk count those flushes, so they work here too.
 */
export function temporaryFiles() {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enoughBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
