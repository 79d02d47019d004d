import { closeSync, fsyncSync, openSync } from 'node:fs';
import { isSyncable } from './is-syncable.ts';

/** Forces a file, or a folder's entries, to the disk. Windows syncs only what is open for writing (`r+`). */
export function syncToDisk(path: string, flags: 'r' | 'r+' = 'r', platform = process.platform): void {
  const descriptor = openSync(path, flags);
  try {
    if (isSyncable(descriptor, platform)) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
