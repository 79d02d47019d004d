import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { print, type Terminal } from './terminal.ts';

export interface Output {
  write(text: string): Promise<void>;
  /** To be called when everything is written: only now does a file get its final name. */
  finish(): Promise<void>;
  /** To be called on failure: removes the file, because part of a list must not look like all of it. */
  abandon(): void;
}

/**
 * Opens a file that only this user may read, or standard output.
 * @throws Error with a sentence for the operator when the file cannot be written
 */
export function openOutput(terminal: Terminal, file: string | undefined): Output {
  if (file !== undefined) return openFile(file);
  return { write: (text) => print(terminal, text), finish: async () => {}, abandon: () => {} };
}

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
