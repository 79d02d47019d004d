import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

export interface Output {
  write(text: string): Promise<void>;
  /** The whole list is written: a file takes its name now. */
  finish(): Promise<void>;
  /** Something failed: a file that is not whole must not look like one. */
  abandon(): void;
}

/**
 * Where an export goes.
 * Takes a file's name, or undefined for standard output; returns the output. Throws a plain sentence when the file cannot
 * be made.
 */
export function openOutput(file: string | undefined): Output {
  return file === undefined ? standardOutput : openFile(file);
}

const standardOutput: Output = {
  // Waits until the text is taken: a reader that is slower than the database must not fill the memory.
  write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
  finish: async () => {},
  abandon: () => {},
};

function openFile(file: string): Output {
  const unfinished = `${file}.unfinished`;
  const descriptor = openPrivate(unfinished, file);
  return {
    async write(text) {
      writeSync(descriptor, text);
    },
    async finish() {
      fsyncSync(descriptor);
      closeSync(descriptor);
      renameSync(unfinished, file);
    },
    abandon() {
      closeSync(descriptor);
      rmSync(unfinished, { force: true });
    },
  };
}

function openPrivate(path: string, file: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be written: ${reason}.`, { cause: error });
  }
}
