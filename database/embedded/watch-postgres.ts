import { statfsSync } from 'node:fs';

/** EX_SOFTWARE of sysexits.h: a supervisor starts the server again, which recovers from the log on the disk. */
const restartExitCode = 70;

/** Bytes: one WAL segment, without which PostgreSQL cannot start. */
const minFreeBytes = 16 * 1024 * 1024;

const diskFullMessage = (folder: string) =>
  `The disk that holds ${folder} is full. Nothing is lost: free some space, then start again.`;
const damagedMessage = (folder: string) =>
  `The database in ${folder} does not open; its files are damaged or incomplete. Nothing was changed. ` +
  'Restore the folder from a backup, or set DATA_DIR to another folder to begin an empty list.';

/** strerror's texts for ENOSPC and EDQUOT; the embedded PostgreSQL's messages are always in English. */
const isOutOfSpace = (line: string) => /No space left on device|Disk quota exceeded/i.test(line);

function hasLittleSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes;
  } catch {
    return false;
  }
}

export interface PostgresWatch {
  /** For PGlite's `onStderr`, which prints nothing itself where this returns true. */
  onStderr(line: string): boolean;
  /** From now on a panic means that writing failed. */
  opened(): void;
  /** Why it did not open: a sentence for the operator. */
  reason(): string;
}

/**
 * Reads the embedded PostgreSQL's log messages. A panic ends the process, because PGlite's next call would spin for ever;
 * acknowledged joins are on the disk. The exit code is 70 where another start may succeed, 1 where only a person can help.
 */
export function watchPostgres(folder: string): PostgresWatch {
  let isOpen = false;
  let isFull = false;

  function exitWith(sentence: string, code: number): never {
    console.error(sentence);
    process.exit(code);
  }

  return {
    onStderr(line) {
      if (isOutOfSpace(line)) isFull = true;
      if (!line.includes('PANIC:')) return true;
      if (isOutOfSpace(line)) exitWith(diskFullMessage(folder), restartExitCode);
      if (!isOpen) exitWith(damagedMessage(folder), 1);
      return exitWith(
        `The embedded database cannot write to ${folder}. Ending, so that nothing is lost: check that disk, then start again.`,
        restartExitCode,
      );
    },
    opened() {
      isOpen = true;
      isFull = false;
    },
    reason: () => (isFull || hasLittleSpace(folder) ? diskFullMessage(folder) : damagedMessage(folder)),
  };
}
