import { PassThrough, Writable } from 'node:stream';
import { runProgram, type TerminalCommand } from '../../cli/command.ts';
import { waitlistProgram } from '../../cli/index.ts';
import type { DatabaseOptions } from '../../database/database.ts';

interface Circumstances {
  /** Another program than the CLI's own. */
  program?: TerminalCommand;
  env?: Record<string, string>;
  /** What somebody types at a terminal, followed by Enter (if empty: by Ctrl+D); without it stdin is not a terminal. */
  typed?: string;
  /** What another program pipes in. */
  piped?: string;
  buildFolder?: string;
}

/** Runs a CLI command in the test's process, as index.ts would. */
export async function runCommand(
  options: DatabaseOptions,
  words: string[],
  { program = waitlistProgram, env = {}, typed, piped, buildFolder }: Circumstances = {},
) {
  const out = memory();
  const err = memory();
  const stdin = Object.assign(new PassThrough(), { isTTY: typed !== undefined, setRawMode: () => {} });
  if (typed !== undefined) stdin.write(typed === '' ? '\u0004' : `${typed}\r`);
  if (piped !== undefined) stdin.end(piped);
  const code = await runProgram(program, words, {
    env: { DATA_DIR: options.dataDir, DATABASE_URL: options.databaseUrl, ...env },
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    buildFolder,
  });
  return { code, out: out.text(), err: err.text() };
}

function memory() {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(parts).toString() };
}
