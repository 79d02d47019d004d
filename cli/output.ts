import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { print, reasonOf, type Terminal } from './terminal.ts';

export type Write = (text: string) => Promise<void>;

/**
 * Lets `work` write to standard output, or to a file as writeWhole does.
 * @throws Error with a sentence that names the file when it cannot be written; what `work` throws
 */
export async function withOutput<Result>(
  terminal: Terminal,
  file: string | undefined,
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  if (file === undefined) return work((text) => print(terminal, text));
  return writeWhole(file, async (unfinished) => {
    const descriptor = orUnwritable(file, () => openSync(unfinished, 'a'));
    try {
      // writeSync may write only a part of it, for instance the last bytes that the disk has room for, without an error.
      const result = await work(async (text) => orUnwritable(file, () => writeFileSync(descriptor, text)));
      orUnwritable(file, () => fsyncSync(descriptor));
      return result;
    } finally {
      closeSync(descriptor);
    }
  });
}

/**
 * Writes a file that only this user may read, under another name, which it loses when it is whole: what had its name is
 * unchanged until then, and part of a list never looks like all of it. Throws as withOutput.
 */
export async function writeWhole<Result>(
  file: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${file}.unfinished`;
  // An existing file would keep its own permissions, and a symlink would lead elsewhere.
  orUnwritable(file, () => {
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, 'wx', 0o600));
  });
  try {
    const result = await write(unfinished);
    orUnwritable(file, () => renameSync(unfinished, file));
    return result;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** For an export, which must not take the place of an older one. @throws Error with a sentence when the file is there */
export function assertNew(file: string | undefined): void {
  if (file !== undefined && existsSync(file))
    throw new Error(`${file} is there already and was not touched. Delete it, or choose another name.`);
}

function orUnwritable<Done>(file: string, step: () => Done): Done {
  try {
    return step();
  } catch (cause) {
    throw new Error(`${file} cannot be written: ${reasonOf(cause)}.`, { cause });
  }
}
