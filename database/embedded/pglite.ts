import { fdatasyncSync, statfsSync, writeSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isSyncable } from '../../system/sync-to-disk.ts';

/**
 * Starts the embedded PostgreSQL on files, which it makes if there are none.
 * @throws Error with a sentence for the operator when they are damaged or the disk is full
 */
export async function startPostgres(folder: string): Promise<PGlite> {
  const watch = watchPostgres(folder);
  try {
    const postgres = await PGlite.create({
      dataDir: folder,
      fs: new DurableFileSystem(folder),
      startParams: durableStartParameters,
      onStderr: watch.onStderr,
    });
    watch.opened();
    return postgres;
  } catch (cause) {
    throw new Error(watch.reason(), { cause });
  }
}

interface ModuleWithNodeFs {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
  FS: { ErrnoError: new (errno: number) => Error };
}

/**
 * PGlite's file system with an fsync that reaches the disk: as shipped (0.5.16) it has none, and a power cut loses commits. The
 * hook is internal to Emscripten: PGlite's exact version is pinned, and tests/faults/power-cut.test.ts keeps only what it forces.
 */
class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const install = (module: unknown) => {
      const { NODEFS, FS } = module as ModuleWithNodeFs;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          // Not fsync: syncing the file's times as well would cost a write to the file system's journal.
          if (isSyncable(nfd)) fdatasyncSync(nfd);
        } catch {
          // WASI's EIO, on which PostgreSQL panics, as it should when a write did not reach the disk.
          throw new FS.ErrnoError(29);
        }
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] },
    };
  }
}

const startSettings = {
  fsync: 'on',
  // The only method that reaches the hook above: fdatasync is a stub that does nothing.
  wal_sync_method: 'fsync',
  // 16 MB of shared buffers halve the size of the process and cost no speed.
  shared_buffers: '16MB',
  // PostgreSQL deletes a segment of the log that it no longer needs. Used again under another name it would keep erased rows.
  wal_recycle: 'off',
};

/** PGlite's own without -F, which means no fsync, and with the settings above. */
const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(startSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** EX_SOFTWARE of sysexits.h: a supervisor starts the server again, which recovers from the log on the disk. */
const restartExitCode = 70;

/** strerror's texts for ENOSPC and EDQUOT; the embedded PostgreSQL's messages are always in English. */
const isOutOfSpace = (line: string) => /No space left on device|Disk quota exceeded/i.test(line);

function hasLittleSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    // One WAL segment, without which PostgreSQL cannot start.
    return bavail * bsize < 16 * 1024 ** 2;
  } catch {
    return false;
  }
}

/**
 * Reads PostgreSQL's log. A panic ends the process, because PGlite's next call would spin for ever: with 70 where another start
 * may succeed, with 1 where only a person can help.
 */
export function watchPostgres(folder: string) {
  let isOpen = false;
  let isFull = false;
  const diskFull = `The disk that holds ${folder} is full. Nothing is lost: free some space, then start again.`;
  const damaged =
    `The database in ${folder} does not open; its files are damaged or incomplete. Nothing was changed. ` +
    'Move that folder aside and bring back a backup (npm run waitlist -- restore FILE), or set DATA_DIR to another folder to begin an empty list.';

  function exitWith(sentence: string, code: number): never {
    // Written at once: in a worker thread console.error would come too late.
    writeSync(2, `${sentence}\n`);
    process.exit(code);
  }

  return {
    /** For PGlite's `onStderr`, which prints nothing itself where this returns true. */
    onStderr(line: string): boolean {
      if (isOutOfSpace(line)) isFull = true;
      if (!line.includes('PANIC:')) return true;
      if (isOutOfSpace(line)) exitWith(diskFull, restartExitCode);
      if (!isOpen) exitWith(damaged, 1);
      return exitWith(
        `The embedded database cannot write to ${folder}. Ending, so that nothing is lost: check that disk, then start again.`,
        restartExitCode,
      );
    },
    /** From now on a panic means that writing failed. */
    opened() {
      isOpen = true;
      isFull = false;
    },
    /** Why it did not open: a sentence for the operator. */
    reason: () => (isFull || hasLittleSpace(folder) ? diskFull : damaged),
  };
}
