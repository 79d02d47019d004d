import { commands } from './commands.ts';
import { defineProgram } from './define-program.ts';

/** `npm run waitlist`: the commands with which the founder manages the list. */
export const waitlistProgram = defineProgram({
  name: 'npm run waitlist --',
  summary: 'The founder’s desk: the list, the people on it, copies of it, and what a launch needs.',
  notes: `Each command has its own --help. They work while the site runs and while it does not.
The list is in the PostgreSQL of DATABASE_URL where that is set, else in the folder DATA_DIR (./data). A file .env is read too.
Exit codes: 0 fine, 1 an error or a finding, 2 a wrong call, 4 an answer would be needed.
npm prints two lines of its own on standard output; npm run --silent keeps them out of a pipe.
The emails themselves (send without a server, take in bounces, look at them): npm run mail -- --help.
How to go about a launch, a data request, a restore or a move: docs/operations.md.`,
  examples: [
    'stats',
    'export --out waitlist.csv',
    'person show someone@example.org',
    'backup waitlist.backup',
    'doctor',
  ],
  commands,
});
