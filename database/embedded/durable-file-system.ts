import { fdatasyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isSyncable } from './is-syncable.ts';

interface NodeStream {
  /** The file descriptor of Node's own. */
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
 * As shipped (0.5.16) its Node file system has none, so that a power cut loses commits that were acknowledged. The hook is an internal of Emscripten: the exact version of PGlite is pinned and
 * tests/faults/forced-to-disk.test.ts counts the calls.
 */
export class DurableFileSystem extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const install = (module: unknown) => {
      const { NODEFS, FS } = module as ModuleWithNodeFs;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          // Data without the file's times, which would cost a write of the file system's journal.
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
 * The start parameters that go with it: PGlite's own without -F (no fsync), and with the one method that reaches the
 * hook (fdatasync is a stub that does nothing). 16 MB of buffers keep the process at half its size and cost no speed.
 */
export const durableStartParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
];
