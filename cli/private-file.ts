import { openSync, rmSync } from 'node:fs';

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

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
