import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { speakOn } from './define-command.ts';
import { exitCodes, InputNeeded, UsageError } from './exit-codes.ts';
import { type Terminal, tell } from './terminal.ts';

/** All commands, for one terminal. */
export function createProgram(terminal: Terminal): Command {
  const program = speakOn(
    terminal,
    new Command('npm run waitlist --')
      .description('The founder’s desk: the list, the people on it, copies of it, and what a launch needs.')
      .helpCommand(false)
      .addHelpText(
        'after',
        `
Each command has its own --help. They work while the site runs and while it does not.
Where the list is: DATABASE_URL when it is set, else the folder DATA_DIR (./data).
Exit codes: 0 fine, 1 error or something found, 2 wrong call, 4 an answer is needed.
npm prints two lines of its own on standard output; \`npm run --silent\` keeps them out of a pipe.

Examples:
  npm run waitlist -- stats
  npm run waitlist -- export --out waitlist.csv
  npm run waitlist -- person show someone@example.org
  npm run waitlist -- backup waitlist.backup
  npm run waitlist -- doctor`,
      ),
  );
  for (const command of commands) program.addCommand(command(terminal));
  return program;
}

/** Runs one command to its end; returns its exit code. Whatever goes wrong is a sentence on standard error. */
export async function run(words: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
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
