import { fstatSync } from 'node:fs';

/**
 * Whether the operating system can fsync a descriptor. Windows answers EPERM for a folder, as if the disk failed; NTFS keeps a
 * folder's entries in its own journal.
 */
export const isSyncable = (descriptor: number, platform = process.platform): boolean =>
  platform !== 'win32' || !fstatSync(descriptor).isDirectory();
