import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { create, extract } from 'tar';
import { unwritable } from '../output.ts';
import { reasonOf } from '../terminal.ts';

/** The first bytes of a file (gzip, RFC 1952; pg_dump's custom format). */
const magicBytes = { embedded: Buffer.from([0x1f, 0x8b]), postgres: Buffer.from('PGDMP') };

/** The kind of database that a backup was made of. @throws Error with a sentence when the file is no backup */
export function kindOfBackup(file: string): 'embedded' | 'postgres' {
  const descriptor = openBackup(file);
  try {
    const start = Buffer.alloc(5);
    readSync(descriptor, start);
    if (start.subarray(0, 2).equals(magicBytes.embedded)) return 'embedded';
    if (start.equals(magicBytes.postgres)) return 'postgres';
  } finally {
    closeSync(descriptor);
  }
  throw new Error(`${file} is no backup of this product.`);
}

function openBackup(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Packs a folder into an existing file, and syncs it to disk. @throws Error with a sentence when it cannot be written */
export async function pack(folder: string, file: string): Promise<void> {
  const descriptor = openSync(file, 'r+');
  try {
    await create({ gzip: { level: 1 }, portable: true, file, cwd: folder }, readdirSync(folder));
    fsyncSync(descriptor);
  } catch (error) {
    throw unwritable(file, error);
  } finally {
    closeSync(descriptor);
  }
}

/** Unpacks a file into a folder, which is emptied first. @throws Error with a sentence: the file is damaged, or the disk refused */
export async function unpack(file: string, folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await extract({ file, cwd: folder, strict: true });
  } catch (error) {
    const reason = reasonOf(error);
    // What the system refused (a full disk) has the name of the call; what is wrong with the archive has none.
    const sentence =
      error instanceof Error && 'syscall' in error
        ? `${file} cannot be unpacked into ${folder}: ${reason}.`
        : `${file} is damaged: ${reason}. Take another backup.`;
    throw new Error(sentence, { cause: error });
  }
}
