import { closeSync, fstatSync, fsyncSync, openSync } from 'node:fs';

/** Whether a descriptor can be synced. Windows answers EPERM for a folder, whose entries NTFS keeps in its own journal. */
export const isSyncable = (descriptor: number, platform = process.platform): boolean =>
  platform !== 'win32' || !fstatSync(descriptor).isDirectory();

/** Forces a file, or a folder's entries, to the disk. Windows syncs only what is open for writing (`r+`). */
export function syncToDisk(path: string, flags: 'r' | 'r+' = 'r', platform = process.platform): void {
  const descriptor = openSync(path, flags);
  try {
    if (isSyncable(descriptor, platform)) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
