import { lockDataDir } from './data-dir-lock.ts';
import { replaceFiles } from './replace-files.ts';
import { unlessOwned } from './unless-owned.ts';

/**
 * Puts the restored files in the list's place: under the lock, or through the server that holds it, which continues with them.
 * @throws Error with a sentence for the operator; the old files are then in their place again
 */
export function takePlace(dataDir: string): Promise<void> {
  return unlessOwned(
    dataDir,
    async () => {
      const lock = lockDataDir(dataDir);
      try {
        replaceFiles(dataDir);
      } finally {
        lock.release();
      }
    },
    (owned) => owned.replace().finally(owned.close),
  );
}
