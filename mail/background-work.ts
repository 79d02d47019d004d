import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Stop } from '../system/repeat.ts';
import { startPeriodicJobs } from '../waitlist/periodic-jobs.ts';
import { startPresence } from '../waitlist/presence.ts';
import type { DigestOptions } from './digest.ts';
import type { EmailTemplates } from './templates.ts';
import type { MailWorkerOptions } from './worker.ts';

/** How emails go out, and who gets the digest and the alarm of a flood; undefined for nobody. */
export interface OutgoingMail extends Pick<MailWorkerOptions, 'smtp' | 'sender'> {
  digestTo?: string | undefined;
}

export interface BackgroundWorkOptions {
  database: Database;
  log: Logger;
  /** Undefined without a mail server. */
  mail: OutgoingMail | undefined;
  /** The emails that the build has rendered; undefined if nothing was built. */
  templates: EmailTemplates | undefined;
  /** Finds the faults that the daily email lists. */
  findFaults: DigestOptions['findFaults'];
}

export interface BackgroundWork {
  /** A sentence that says whether emails are sent; undefined for a process that sends none. */
  status: (() => string) | undefined;
  /** Ends the work, and says last that this process uses the list no more. */
  stop: Stop;
}

/**
 * Starts everything that a process does for a list besides answering calls: it says that it is there, deletes what is over, and sends
 * the emails and the founder's digest. A server and `npm run mail -- worker` start it. Without a mail server, or without templates, no
 * email goes out. A turn (mail/turn.ts) has the same periodic jobs and the same worker, for as long as a call may take.
 */
export async function startBackgroundWork(options: BackgroundWorkOptions): Promise<BackgroundWork> {
  const { database, log } = options;
  const endPresence = startPresence(database);
  const stopPeriodicJobs = startPeriodicJobs(database, log);
  const sending = await startEmails(options);
  return {
    status: sending?.status,
    async stop() {
      await Promise.all([stopPeriodicJobs(), sending?.stop()]);
      await endPresence();
    },
  };
}

/** Starts the worker and the founder's digest; returns undefined without a mail server or without templates. */
async function startEmails({ database, log, mail, templates, findFaults }: BackgroundWorkOptions) {
  if (!mail || !templates) return undefined;
  // Imported only if it is needed: without it a start takes a fifth less processor time.
  const { startMailWorker } = await import('./worker.ts');
  const worker = startMailWorker({ database, ...mail, floodTo: mail.digestTo, templates, log });
  const stopDigest = await startFounderDigest({ database, log, mail, findFaults });
  return {
    status: worker.status,
    async stop() {
      await Promise.all([worker.stop(), stopDigest()]);
    },
  };
}

interface FounderDigestOptions extends Pick<BackgroundWorkOptions, 'database' | 'log' | 'findFaults'> {
  mail: OutgoingMail;
}

/** Sends the founder the digest, if there is an address for it. */
async function startFounderDigest({ database, log, mail, findFaults }: FounderDigestOptions): Promise<Stop> {
  if (mail.digestTo === undefined) return async () => {};
  const { startDigest } = await import('./digest.ts');
  return startDigest({ database, ...mail, to: mail.digestTo, log, findFaults });
}
