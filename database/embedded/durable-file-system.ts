import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isSyncable } from './is-syncable.ts';

interface NodeStream {
  /** Node's file descriptor. */
  nfd: number;
}

interface ModuleWithNodeFs {
  NODEFS: { stream_ops: { fsync?: (stream: NodeStream) => number } };
  FS: { ErrnoError: new (errno: number) => Error };
}

/** WASI's EIO, on which PostgreSQL panics, as it should when a write did not reach the disk. */
const inputOutputError = 29;

/**
 * PGlite's file system with an fsync that reaches the disk.
 * As shipped (0.5.16) its Node file system has none, so that a power cut loses acknowledged commits. The hook is internal to
 * Emscripten: the exact version of PGlite is pinned, and tests/faults/forced-to-disk.test.ts counts the calls.
 */
export class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const install = (module: unknown) => {
      const { NODEFS, FS } = module as ModuleWithNodeFs;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          // Not fsync: syncing the file's times as well would cost a write to the file system's journal.
          if (isSyncable(nfd)) fdatasyncSync(nfd);
        } catch {
          throw new FS.ErrnoError(inputOutputError);
        }
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), install] },
    };
  }
}

/**
 * The start parameters that it needs: PGlite's own without -F (no fsync), and with the only wal_sync_method that reaches the
 * hook (fdatasync is a stub that does nothing). 16 MB of shared buffers halve the size of the process and cost no speed.
 */
export const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
];
