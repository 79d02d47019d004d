import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const lockOwnerSchema = z.object({ pid: z.number(), since: z.string(), socket: z.string() });

/** The process that has a folder locked, and the socket on which it takes queries. */
export type LockOwner = z.infer<typeof lockOwnerSchema>;

/** Another process has the folder locked. */
export class DataDirLocked extends Error {
  override name = 'DataDirLocked';
}

export interface DataDirLock {
  /** Records the owner, for the error message of other processes and for tools that want to query. */
  announce(owner: LockOwner): void;
  release(): void;
}

/**
 * Locks the folder for this process: two PGlites on one folder corrupt it silently.
 * An exclusive SQLite transaction is a lock of the operating system: released the moment its process dies, kept while the
 * process is frozen. A lock based on a file's age does neither (tried with proper-lockfile).
 * @throws DataDirLocked, naming the owner; Error with a sentence for the operator when the folder cannot be written
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const database = openLockFile(dataDir);
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw unwritable(dataDir, error);
    throw new DataDirLocked(lockedMessage(dataDir, readLockOwner(dataDir)));
  }
  // A process that was killed leaves its file behind.
  rmSync(ownerFile(dataDir), { force: true });
  return {
    announce: (owner) => writeFileSync(ownerFile(dataDir), JSON.stringify(owner), { mode: 0o600 }),
    release() {
      rmSync(ownerFile(dataDir), { force: true });
      database.close();
    },
  };
}

/** The owner as it announced itself; undefined while the folder is not locked, or not announced yet. */
export function readLockOwner(dataDir: string): LockOwner | undefined {
  try {
    return lockOwnerSchema.parse(JSON.parse(readFileSync(ownerFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

const ownerFile = (dataDir: string) => join(dataDir, 'owner.json');

function openLockFile(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'lock.sqlite'));
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

const isLocked = (error: unknown) => error instanceof Error && error.message.includes('locked');

function unwritable(dataDir: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The data folder ${dataDir} cannot be written: ${reason}. Check its owner and its disk.`, {
    cause,
  });
}

function lockedMessage(dataDir: string, owner: LockOwner | undefined): string {
  const who = owner ? `process ${owner.pid} since ${owner.since}` : 'another process';
  return `The data folder ${dataDir} is held by ${who}. Stop that process, or set DATA_DIR to another folder.`;
}
