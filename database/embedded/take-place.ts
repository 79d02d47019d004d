import { setTimeout as wait } from 'node:timers/promises';
import { connectToOwner } from './connect-to-owner.ts';
import { DataDirLocked, lockDataDir, readLockOwner } from './data-dir-lock.ts';
import { replaceFiles } from './replace-files.ts';

/** A process that is starting locks the folder before it accepts queries. */
const ownerTimeoutMs = 10_000;

/**
 * Puts the restored files in the list's place: under the lock, or through the server that holds it, which continues with them.
 * @throws Error with a sentence for the operator; then the list is as it was
 */
export async function takePlace(dataDir: string): Promise<void> {
  const deadline = Date.now() + ownerTimeoutMs;
  for (;;) {
    try {
      const lock = lockDataDir(dataDir);
      try {
        replaceFiles(dataDir);
      } finally {
        lock.release();
      }
      return;
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw error;
      const owner = readLockOwner(dataDir);
      if (owner) {
        const database = await connectToOwner(owner);
        return await database.replace().finally(database.close);
      }
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
