import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../system/reason-of.ts';

/** The process that has a folder locked, and the socket on which it takes queries. */
export interface LockOwner {
  pid: number;
  since: string;
  socket: string;
}

/** Another process has the folder locked. */
export class DataDirLocked extends Error {
  override name = 'DataDirLocked';
}

/**
 * Locks the folder for this process: two PGlites on one folder corrupt it silently.
 * @param advice comes first in the sentence that it is held
 * @throws DataDirLocked, naming the owner; Error with a sentence for the operator when the folder cannot be written
 */
export function lockDataDir(dataDir: string, advice = '') {
  const release = lockFile(dataDir);
  if (!release) {
    const owner = readLockOwner(dataDir);
    const who = owner ? `process ${owner.pid} since ${owner.since}` : 'another process';
    throw new DataDirLocked(
      `${advice}The data folder ${dataDir} is held by ${who}. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
  const forget = () => rmSync(ownerFile(dataDir), { force: true });
  // A process that was killed leaves its file behind.
  forget();
  return {
    /** Records the owner, for the error message of other processes and for tools that want to query. */
    announce: (owner: LockOwner) => writeFileSync(ownerFile(dataDir), JSON.stringify(owner), { mode: 0o600 }),
    release() {
      forget();
      release();
    },
  };
}

/** The owner as it announced itself; undefined while the folder is not locked, or not announced yet. */
export function readLockOwner(dataDir: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'));
  } catch {
    // Not there, or half written.
    return undefined;
  }
}

const ownerFile = (dataDir: string) => join(dataDir, 'owner.json');

/** The connections that hold a lock. The garbage collector would close one that nothing refers to, and release its lock. */
const openLocks = new Set<DatabaseSync>();

/**
 * Locks a folder for this process. SQLite's exclusive transaction is a lock of the system: it is released when its process dies,
 * and kept while its process is frozen. A lock file that expires by age would do neither.
 * @returns a function that releases the lock; undefined while another process holds it
 */
function lockFile(dataDir: string): (() => void) | undefined {
  const database = new DatabaseSync(join(dataDir, 'lock.sqlite'), { open: false });
  try {
    database.open();
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    openLocks.add(database);
    return () => {
      openLocks.delete(database);
      database.close();
    };
  } catch (cause) {
    if (database.isOpen) database.close();
    const reason = reasonOf(cause);
    if (reason.includes('locked')) return undefined;
    throw new Error(
      `The data folder ${dataDir} cannot be written: ${reason}. Check its owner and its disk.`,
      { cause },
    );
  }
}
