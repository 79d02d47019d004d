import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { print, reasonOf, type Terminal } from './terminal.ts';

export type Write = (text: string) => Promise<void>;

/**
 * Lets `work` write to standard output, or to a file that only this user may read. The file gets its name when everything is
 * written; after an error there is none, because part of a list must not look like all of it.
 * @throws Error with a sentence for the operator when the file cannot be written; what `work` throws
 */
export async function withOutput<Result>(
  terminal: Terminal,
  file: string | undefined,
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return work((text) => print(terminal, text));
  const unfinished = `${file}.unfinished`;
  const descriptor = orUnwritable(file, () => openPrivate(unfinished));
  try {
    let result: Result;
    try {
      // writeSync may write only a part of it, for instance the last bytes that the disk has room for, without an error.
      result = await work(async (text) => orUnwritable(file, () => writeFileSync(descriptor, text)));
      orUnwritable(file, () => fsyncSync(descriptor));
    } finally {
      closeSync(descriptor);
    }
    orUnwritable(file, () => renameSync(unfinished, file));
    return result;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** For an export, which must not take the place of an older one. @throws Error with a sentence when the file is there */
export function assertNew(file: string | undefined): void {
  if (file !== undefined && existsSync(file))
    throw new Error(`${file} is there already and was not touched. Delete it, or choose another name.`);
}

/**
 * Creates a file that only this user may read; returns its descriptor. What has its name is deleted: an existing file would
 * keep its own permissions, and a symlink would lead elsewhere.
 */
export function openPrivate(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, 'wx', 0o600);
}

/** Takes one step of writing a file. @throws Error with a sentence that names the file */
export function orUnwritable<Done>(file: string, step: () => Done): Done {
  try {
    return step();
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** The sentence for a file that could not be written. */
export function unwritable(file: string, cause: unknown): Error {
  return new Error(`${file} cannot be written: ${reasonOf(cause)}.`, { cause });
}
