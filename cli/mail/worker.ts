import { once } from 'node:events';
import { Command } from 'commander';
import { pino } from 'pino';
import { readTemplates } from '../../mail/templates.ts';
import { startMailWorker } from '../../mail/worker.ts';
import { readSettings } from '../../server/settings.ts';
import { withDatabase } from '../with-database.ts';

/** `worker`: sends what the outbox holds until it is told to stop, where no server does it. */
export function workerCommand(): Command {
  return new Command('worker')
    .description('send the emails that wait, without serving the site; several may run')
    .action(async () => {
      const settings = readSettings(process.env);
      const { mail } = settings;
      if (!mail) throw new Error('SMTP_URL is not set: there is no mail server to send by.');
      const templates = await readTemplates('dist');
      const log = pino({ level: settings.logLevel, base: null });
      await withDatabase(process, async (database) => {
        const worker = startMailWorker({ database, ...mail, templates, log });
        log.info({}, 'emails are sent until this is stopped');
        // A listener for signals does not keep a process alive; the worker's own timers do.
        await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
        await worker.stop();
      });
    });
}
