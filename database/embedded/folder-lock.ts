import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const holderShape = z.object({ pid: z.number(), since: z.string(), socket: z.string() });

/** Who holds a folder, and the socket on which it answers questions about the list. */
export type Holder = z.infer<typeof holderShape>;

/** The folder belongs to another process. */
export class FolderHeld extends Error {
  override name = 'FolderHeld';
}

export interface FolderLock {
  /** Writes down who holds the folder, for the message that others get and for tools that want to ask. */
  announce(holder: Holder): void;
  release(): void;
}

/**
 * Takes the folder for this process. Two PGlites on one folder destroy it without a word.
 * An exclusive SQLite transaction is a lock of the operating system's: gone the moment its process dies, kept while the
 * process is frozen. A lock made of a file's age is neither (tried with proper-lockfile).
 * Takes the data folder; returns the lock. Throws FolderHeld, naming the holder, or an Error when it cannot be written.
 */
export function lockFolder(dataDir: string): FolderLock {
  const database = openLockFile(dataDir);
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (!isLocked(error)) throw unwritable(dataDir, error);
    throw new FolderHeld(heldMessage(dataDir, readHolder(dataDir)));
  }
  // A process that was killed leaves its name behind.
  rmSync(holderFile(dataDir), { force: true });
  return {
    announce: (holder) => writeFileSync(holderFile(dataDir), JSON.stringify(holder), { mode: 0o600 }),
    release() {
      rmSync(holderFile(dataDir), { force: true });
      database.close();
    },
  };
}

/**
 * Who says that it holds the folder.
 * Takes the data folder; returns the holder, or undefined when nobody has announced itself (yet).
 */
export function readHolder(dataDir: string): Holder | undefined {
  try {
    return holderShape.parse(JSON.parse(readFileSync(holderFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

const holderFile = (dataDir: string) => join(dataDir, 'holder.json');

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

function heldMessage(dataDir: string, holder: Holder | undefined): string {
  const who = holder ? `process ${holder.pid} since ${holder.since}` : 'another process';
  return `The data folder ${dataDir} is held by ${who}. Stop that process, or set DATA_DIR to another folder.`;
}
