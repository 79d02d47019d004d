import { CommanderError } from 'commander';
import type { TerminalCommand } from './define-command.ts';
import { exitCodes, InputNeeded, UsageError } from './exit-codes.ts';
import { type Terminal, tell } from './terminal.ts';

/** Runs one command of a program; returns the exit code. Errors are written as a sentence to standard error. */
export async function run(program: TerminalCommand, argv: string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(argv, { from: 'user' });
    return exitCodes.fine;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error);
    tell(terminal, error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) return exitCodes.usage;
    return error instanceof InputNeeded ? exitCodes.inputNeeded : exitCodes.error;
  }
}

/** Commander's exit code is 0 after a help text, and 1 for every wrong call. */
function exitCodeOf({ exitCode, code }: CommanderError): number {
  if (exitCode === exitCodes.fine || code === 'findings') return exitCode;
  return exitCodes.usage;
}
