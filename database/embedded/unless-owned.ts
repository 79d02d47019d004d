import { setTimeout as wait } from 'node:timers/promises';
import { connectToOwner, type OwnedDatabase } from './connect-to-owner.ts';
import { DataDirLocked, readLockOwner } from './data-dir-lock.ts';

/** A server that is starting locks its folder a few seconds before it accepts queries. */
const ownerTimeoutMs = 10_000;

/**
 * Does something that needs the folder's lock, or has the process that holds the lock do it.
 * @throws DataDirLocked when that process does not accept queries in time; what either function throws
 */
export async function unlessOwned<Result>(
  dataDir: string,
  underLock: () => Promise<Result>,
  throughOwner: (owned: OwnedDatabase) => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + ownerTimeoutMs;
  for (;;) {
    try {
      return await underLock();
    } catch (error) {
      if (!(error instanceof DataDirLocked)) throw error;
      const owner = readLockOwner(dataDir);
      if (owner) return throughOwner(await connectToOwner(owner));
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
