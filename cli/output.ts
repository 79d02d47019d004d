import { closeSync, fsyncSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { openPrivate, orUnwritable } from './private-file.ts';
import { print, type Terminal } from './terminal.ts';

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
