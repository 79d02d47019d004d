import { once } from 'node:events';
import { pino } from 'pino';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { visitorTimeoutMs } from '../../database/postgres.ts';
import { readTemplates } from '../../mail/templates.ts';
import { startMailWorker } from '../../mail/worker.ts';
import { readSettings } from '../../server/settings.ts';
import { defineCommand } from '../define-command.ts';
import { withDatabase } from '../with-database.ts';

/** `worker`: sends the emails of the outbox until it is stopped, for lists without a server that does. */
export const workerCommand = defineCommand({
  name: 'worker',
  summary: 'send the emails that wait until it is stopped, without serving the site; several may run',
  notes: `For joins that a hosted Supabase takes: it needs DATABASE_URL, SMTP_URL, MAIL_FROM and SITE_URL. Ctrl+C or SIGTERM stops it after the email under way.
It logs on standard output, a line of JSON each; LOG_LEVEL says how much.`,
  examples: ['worker'],
  async run({ terminal }) {
    const { mail, logLevel } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
    const templates = await readTemplates('dist');
    const log = pino({ level: logLevel, base: null }, terminal.stdout);
    await withDatabase(
      terminal,
      async (database) => {
        const worker = startMailWorker({ database, ...mail, templates, log });
        log.info({}, 'emails are sent until this is stopped');
        // The worker's timers keep the process alive; a signal listener alone would not.
        await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
        await worker.stop();
      },
      open,
    );
    return undefined;
  },
});

/** As long as a server's: the minutes that other commands give a statement are for somebody who can interrupt it. */
function open(options: DatabaseOptions): Promise<Database> {
  return openDatabaseForTools({ ...options, queryTimeoutMs: visitorTimeoutMs });
}
