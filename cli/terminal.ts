import type { Readable, Writable } from 'node:stream';

type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** The environment and the standard streams of a command. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: Stream<Readable>;
  /** Data only, so that it can be piped. */
  stdout: Stream<Writable>;
  /** For the user: progress, questions, summaries, errors. */
  stderr: Stream<Writable>;
}

/** Writes data; resolves when the reader has consumed it, so that output for a slow reader does not fill the memory. */
export function print(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a line for the user. */
export function tell(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}
