import { announceCommand } from './announce/announce.ts';
import { defineGroup, runIfStarted } from './command.ts';
import { backupCommand } from './commands/backup.ts';
import { eraseExpiredCommand } from './commands/erase-expired.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { limitsCommand } from './commands/limits.ts';
import { listCommand } from './commands/list.ts';
import { migrateCommand } from './commands/migrate.ts';
import { moveCommand } from './commands/move.ts';
import { outboxCommand } from './commands/outbox.ts';
import { personCommand } from './commands/person.ts';
import { reportCommand } from './commands/report.ts';
import { restoreCommand } from './commands/restore.ts';
import { sendingCommand } from './commands/sending.ts';
import { statsCommand } from './commands/stats.ts';
import { suppressionsCommand } from './commands/suppressions.ts';
import { doctorCommand } from './doctor/doctor.ts';

/** `npm run waitlist`: the commands that manage the list. */
export const waitlistProgram = defineGroup({
  name: 'npm run waitlist --',
  summary: 'The founder’s tool: the list, the people on it, copies of it, and what a launch needs.',
  notes: `Each command has its own --help. They work while the site runs and while it does not.
The list is in the PostgreSQL of DATABASE_URL. If that is not set, it is in the folder DATA_DIR (./data). A file .env is read too.
Exit codes: 0 fine, 1 an error or a finding, 2 a wrong call, 4 an answer is needed.
npm prints two lines of its own on standard output; npm run --silent keeps them out of a pipe.
To send emails without a server, or to take in bounces: npm run mail -- --help.
Step by step through a launch, a data request, a restore or a move: docs/operations.md.`,
  examples: [
    'stats',
    'export --out waitlist.csv',
    'person show someone@example.org',
    'backup waitlist.backup',
    'doctor',
  ],
  commands: [
    statsCommand,
    reportCommand,
    listCommand,
    exportCommand,
    importCommand,
    personCommand,
    suppressionsCommand,
    announceCommand,
    eraseExpiredCommand,
    backupCommand,
    restoreCommand,
    moveCommand,
    migrateCommand,
    limitsCommand,
    outboxCommand,
    sendingCommand,
    doctorCommand,
  ],
});

await runIfStarted(import.meta.filename, waitlistProgram);
