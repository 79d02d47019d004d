import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from './sync-to-disk.ts';

/** A file cannot be written, or is there already. The message names the file and says why. */
export class UnwritableFile extends Error {
  override name = 'UnwritableFile';
}

export interface WholeFileOptions {
  /** Whether the file may take the place of another one of its name. */
  replaces?: boolean;
}

/**
 * Writes a file that only this user may read. It has another name until it is whole and on the disk. So an older file of its name is
 * unchanged until then, and a part never looks like the whole.
 * @param write gets that other name, of an empty file that is there, and writes into it
 * @returns what `write` returns
 * @throws UnwritableFile, also where another file has its name and it does not replace it; what `write` throws
 */
export async function writeWhole<Result>(
  file: string,
  write: (unfinished: string) => Promise<Result>,
  { replaces = false }: WholeFileOptions = {},
): Promise<Result> {
  if (!replaces) refuseExisting(file);
  // A name of its own: two that write one file do not write into one another.
  const unfinished = `${file}.${randomUUID().slice(0, 8)}.unfinished`;
  // An existing file would keep its own permissions, and a symlink would lead elsewhere.
  orUnwritable(file, () => closeSync(openSync(unfinished, 'wx', 0o600)));
  try {
    const result = await write(unfinished);
    orUnwritable(file, () => {
      syncToDisk(unfinished, 'r+');
      if (replaces) renameSync(unfinished, file);
      else giveNewName(unfinished, file);
      syncToDisk(dirname(file));
    });
    return result;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Does one step of writing a file. @throws UnwritableFile in place of what the step throws */
export function orUnwritable<Done>(file: string, step: () => Done): Done {
  try {
    return step();
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/** The error for a file that cannot be written. @param cause of node:fs, or an UnwritableFile, which stays */
export function unwritable(file: string, cause: unknown): UnwritableFile {
  if (cause instanceof UnwritableFile) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new UnwritableFile(`${file} cannot be written: ${reason}.`, { cause });
}

function refuseExisting(file: string): void {
  if (existsSync(file))
    throw new UnwritableFile(
      `${file} is there already and was not touched. Delete it, or choose another name.`,
    );
}

/** Unlike a rename, a link fails where the name has been taken meanwhile. */
function giveNewName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    refuseExisting(file);
    renameWithoutLinks(unfinished, file, error);
  }
}

/** A disk of another system (FAT) knows no links. @throws why there could be no link, if there can be no other name either */
function renameWithoutLinks(unfinished: string, file: string, whyNoLink: unknown): void {
  try {
    renameSync(unfinished, file);
  } catch {
    throw whyNoLink;
  }
}
