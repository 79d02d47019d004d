import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { TerminalCommand } from './define-command.ts';
import { exitCodes, InputNeeded, reasonOf, type Terminal, UsageError, writeStderr } from './terminal.ts';

/** Runs a program with this process's arguments, environment (and a file .env) and streams. */
export async function runInProcess(program: TerminalCommand): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile();
  // A reader of the output may stop early (head, less), which is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await run(program, process.argv.slice(2), { env, stdin, stdout, stderr });
}

/** Runs one command of a program; returns the exit code. Errors are written as a sentence to standard error. */
export async function run(program: TerminalCommand, argv: string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(argv, { from: 'user' });
    return exitCodes.fine;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error);
    writeStderr(terminal, reasonOf(error));
    if (error instanceof UsageError) return exitCodes.usage;
    return error instanceof InputNeeded ? exitCodes.inputNeeded : exitCodes.error;
  }
}

/** Commander's exit code is 0 after a help text, and 1 for every wrong call. */
function exitCodeOf({ exitCode, code }: CommanderError): number {
  if (exitCode === exitCodes.fine || code === 'findings') return exitCode;
  return exitCodes.usage;
}
