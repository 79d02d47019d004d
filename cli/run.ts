import { CommanderError } from 'commander';
import type { TerminalCommand } from './define-command.ts';
import { exitCodes, InputNeeded, UsageError } from './exit-codes.ts';
import { type Terminal, tell } from './terminal.ts';

/** Runs one command of a program to its end; returns its exit code. Whatever goes wrong is a sentence on standard error. */
export async function run(program: TerminalCommand, words: string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(words, { from: 'user' });
    return exitCodes.fine;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error);
    tell(terminal, error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) return exitCodes.usage;
    return error instanceof InputNeeded ? exitCodes.inputNeeded : exitCodes.error;
  }
}

/** Commander ends a shown help with 0, and everything it refuses with 1. */
function exitCodeOf({ exitCode, code }: CommanderError): number {
  if (exitCode === exitCodes.fine || code === 'findings') return exitCode;
  return exitCodes.usage;
}
