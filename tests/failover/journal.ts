import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The acknowledged joins, each forced to disk before anything else happens, as a client that must not forget would keep them. */
export interface Journal {
  write(email: string): void;
  /** Closes it; returns all that was written. */
  end(): string[];
}

/** Creates the file. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'wx', 0o600);
  return {
    write(email) {
      writeSync(descriptor, `${email}\n`);
      fsyncSync(descriptor);
    },
    end() {
      closeSync(descriptor);
      return readFileSync(file, 'utf8').split('\n').filter(Boolean);
    },
  };
}
