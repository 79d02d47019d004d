import { announceCommand } from './commands/announce.ts';
import { backupCommand } from './commands/backup.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eraseExpiredCommand } from './commands/erase-expired.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { inviteCommand } from './commands/invite.ts';
import { listCommand } from './commands/list.ts';
import { outboxCommand } from './commands/outbox.ts';
import { personCommand } from './commands/person.ts';
import { psqlCommand } from './commands/psql.ts';
import { reportCommand } from './commands/report.ts';
import { restoreCommand } from './commands/restore.ts';
import { sendingCommand } from './commands/sending.ts';
import { statsCommand } from './commands/stats.ts';

/** In the order of the help. */
export const commands = [
  statsCommand,
  reportCommand,
  listCommand,
  exportCommand,
  importCommand,
  personCommand,
  announceCommand,
  inviteCommand,
  eraseExpiredCommand,
  backupCommand,
  restoreCommand,
  psqlCommand,
  outboxCommand,
  sendingCommand,
  doctorCommand,
];
