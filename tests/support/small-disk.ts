import { execFileSync } from 'node:child_process';
import { temporaryFolder } from './temporary-folder.ts';

export interface SmallDisk {
  path: string;
  /** From now on nobody writes to it, root included; as a system does with a disk that it finds broken. */
  makeReadOnly(): void;
  makeWritable(): void;
  unmount(): void;
}

/** A file system of a fixed size, in memory; undefined, with a sentence, where this account may not mount one. */
export function smallDisk(): SmallDisk | undefined {
  const { path, remove } = temporaryFolder();
  const mount = (options: string) =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
  try {
    mount('size=120m');
  } catch {
    remove();
    console.error('A small disk cannot be mounted here (it takes root on Linux): its tests are skipped.');
    return undefined;
  }
  return {
    path,
    makeReadOnly: () => void mount('remount,ro'),
    makeWritable: () => void mount('remount,rw'),
    unmount() {
      execFileSync('umount', [path]);
      remove();
    },
  };
}
