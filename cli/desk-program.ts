import { commands } from './commands.ts';
import { defineProgram } from './define-program.ts';

/** `npm run waitlist`: what the founder does with the list. */
export const deskProgram = defineProgram({
  name: 'npm run waitlist --',
  summary: 'The founder’s desk: the list, the people on it, copies of it, and what a launch needs.',
  notes: `Each command has its own --help. They work while the site runs and while it does not.
Where the list is: DATABASE_URL when it is set, else the folder DATA_DIR (./data).
Exit codes: 0 fine, 1 error or something found, 2 wrong call, 4 an answer is needed.
npm prints two lines of its own on standard output; \`npm run --silent\` keeps them out of a pipe.`,
  examples: [
    'stats',
    'export --out waitlist.csv',
    'person show someone@example.org',
    'backup waitlist.backup',
    'doctor',
  ],
  commands,
});
