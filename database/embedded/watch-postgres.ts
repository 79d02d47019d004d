import { statfsSync } from 'node:fs';

/** EX_SOFTWARE of sysexits.h: the supervisor starts the server again, and recovery begins with the log on the disk. */
const exitCode = 70;

/** Less free space than this, in bytes, and PostgreSQL cannot even begin its log anew. */
const smallestFreeSpace = 16 * 1024 * 1024;

const full = (folder: string) =>
  `The disk that holds ${folder} is full. Nothing is lost: free some space, then start again.`;
const damaged = (folder: string) =>
  `The database in ${folder} does not open; its files are damaged or incomplete. Nothing was changed. ` +
  'Restore the folder from a backup, or set DATA_DIR to another folder to begin an empty list.';

/** What PostgreSQL says in English, as the embedded one always does: the system's own words for ENOSPC and EDQUOT. */
const isOutOfSpace = (line: string) => /No space left on device|Disk quota exceeded/i.test(line);

function hasLittleSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < smallestFreeSpace;
  } catch {
    return false;
  }
}

export interface PostgresWatch {
  /** Takes each line that PostgreSQL writes; returns whether it stays out of the server's own output. */
  onStderr(line: string): boolean;
  /** Says that the database is open: from now on a panic means that writing failed. */
  opened(): void;
  /** Why it did not open, in plain words. */
  reason(): string;
}

/**
 * Listens to the embedded PostgreSQL. A panic ends the process, because its next call would spin for ever at full load;
 * what was acknowledged is on the disk, and what was not is answered by nobody. With 70 where another start may succeed,
 * with 1 where only a person can help.
 * Takes the database's folder.
 */
export function watchPostgres(folder: string): PostgresWatch {
  let isOpen = false;
  let isFull = false;

  function sayAndEnd(sentence: string, code: number): never {
    console.error(sentence);
    process.exit(code);
  }

  return {
    onStderr(line) {
      if (isOutOfSpace(line)) isFull = true;
      if (!line.includes('PANIC:')) return true;
      if (isOutOfSpace(line)) sayAndEnd(full(folder), exitCode);
      if (!isOpen) sayAndEnd(damaged(folder), 1);
      return sayAndEnd(
        `The embedded database cannot write to ${folder}. Ending, so that nothing is lost: check that disk, then start again.`,
        exitCode,
      );
    },
    opened() {
      isOpen = true;
      isFull = false;
    },
    reason: () => (isFull || hasLittleSpace(folder) ? full(folder) : damaged(folder)),
  };
}
