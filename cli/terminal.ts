import type { Readable, Writable } from 'node:stream';

type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** Where a command runs: its environment and its three streams. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: Stream<Readable>;
  /** Data only, so that it can be piped on. */
  stdout: Stream<Writable>;
  /** What a person reads meanwhile: progress, questions, summaries, errors. */
  stderr: Stream<Writable>;
}

/** Writes data; resolves when the reader has taken it, so that a slow one does not fill the memory. */
export function print(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a line for a person. */
export function tell(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}
