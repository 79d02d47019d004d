import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { openLinks, readLinkKeys } from '../mail/links.ts';
import { openPlaces } from '../mail/place.ts';
import { readSending, whyEmailsWait } from '../mail/sending.ts';
import type { EmailTemplates } from '../mail/templates.ts';
import type { Stop } from '../system/repeat.ts';
import { createJoin, type Join } from '../waitlist/join.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { createReadinessCheck } from '../waitlist/list/readiness.ts';
import { startPeriodicJobs } from '../waitlist/periodic-jobs.ts';
import { startPresence } from '../waitlist/presence.ts';
import { createApp } from './app.ts';
import { bind, closeServer, listen } from './listen.ts';
import type { Site } from './pages/site.ts';
import type { Settings } from './settings.ts';

/**
 * Opens the database, migrates it, sends the emails that are due and serves calls and pages.
 * @param templates the emails that the build has rendered; without them, or without SMTP_URL, none is sent
 * @throws when the address is taken, or the database cannot be opened
 */
export async function startServer(settings: Settings, site: Site, log: Logger, templates?: EmailTemplates) {
  // Check the ports first: opening the database creates it.
  await checkPorts(settings);
  const database = await openForServer(settings.database);
  // Read the keys now, so that a link can be checked while the database is away.
  await readLinkKeys(database);
  const join = createJoin({ database });
  const { pausedBecause } = await readSending(database);
  const endPresence = startPresence(database);
  const jobs = [startPeriodicJobs(database, log)];
  const isReady = createReadinessCheck(database);
  const mailWorker = await startMail(settings, database, log, templates);
  if (mailWorker) jobs.push(await startNews(settings, database, log));
  const hooks = await openHooksIfSet(settings, database);
  const sendsEmails = mailWorker !== undefined;
  const emailStatus = () => mailWorker?.status() ?? whyEmailsWait({ hasMailServer: sendsEmails }) ?? '';
  const monitoring = settings.metricsPort === undefined ? undefined : await import('./metrics.ts');
  const metrics = monitoring?.createMetrics();
  let closing: Promise<void> | undefined;
  const app = createApp({
    join,
    site,
    settings,
    log,
    metrics,
    isReady: async () => !closing && (await isReady()),
    emailLinks: { ...openLinks(database), places: openPlaces(database) },
    hooks,
    sendsEmails,
    emailStatus,
  });
  const { server, url } = await listen(app, settings);
  const metricsServer =
    metrics &&
    (await monitoring?.startMetricsServer(metrics.register, settings.host, settings.metricsPort ?? 0));

  function close(): Promise<void> {
    closing ??= stopInOrder({ log, server, join, endPresence, jobs, mailWorker, database, metricsServer });
    return closing;
  }
  return {
    url,
    /** Before the worker has looked for the first time: a restored list sends nothing yet. */
    firstEmailStatus: whyEmailsWait({ hasMailServer: sendsEmails, pausedBecause }) ?? emailStatus(),
    /** Answers 'not ready', finishes what is under way and closes the database. Calling it again changes nothing. */
    close,
  };
}

/** @throws Error with a sentence for the operator if a port cannot be used */
async function checkPorts({ host, port, metricsPort }: Settings): Promise<void> {
  await checkPort({ host, port, setting: 'PORT' });
  if (metricsPort !== undefined) await checkPort({ host, port: metricsPort, setting: 'METRICS_PORT' });
}

async function checkPort(address: Parameters<typeof bind>[1]): Promise<void> {
  const probe = createServer();
  await bind(probe, address);
  await closeServer(probe);
}

/** Starts the worker that sends emails; undefined without a mail server or without templates. */
async function startMail(
  { mail }: Settings,
  database: Database,
  log: Logger,
  templates: EmailTemplates | undefined,
) {
  if (!mail || !templates) return undefined;
  // Imported only if it is needed: without it a start takes a fifth less processor time.
  const { startMailWorker } = await import('../mail/worker.ts');
  return startMailWorker({ database, ...mail, floodTo: mail.digestTo, templates, log });
}

/** Sends the founder the news of each day, if there is an address for them. @returns what ends it */
async function startNews(settings: Settings, database: Database, log: Logger): Promise<Stop> {
  const { mail } = settings;
  if (mail?.digestTo === undefined) return async () => {};
  const { startDigest } = await import('../mail/digest.ts');
  return startDigest({
    database,
    ...mail,
    to: mail.digestTo,
    log,
    async findFaults(signal) {
      // Once a day, and not at start.
      const { findFaults } = await import('./checks/find-faults.ts');
      return findFaults(settings, database, signal);
    },
  });
}

type MailWorker = Awaited<ReturnType<typeof startMail>>;

async function openHooksIfSet({ hooks }: Settings, database: Database) {
  if (!hooks) return undefined;
  const { openHooks } = await import('../mail/hooks/open-hooks.ts');
  return openHooks(database, hooks);
}

interface Running {
  log: Logger;
  server: Server;
  join: Join;
  /** Says that this server uses the list no more. */
  endPresence: Stop;
  jobs: Stop[];
  mailWorker: MailWorker;
  database: Database;
  metricsServer: Server | undefined;
}

/** Finishes what is under way, and closes the database when nobody needs it any more. */
async function stopInOrder(running: Running): Promise<void> {
  const { log, server, join, endPresence, jobs, mailWorker, database, metricsServer } = running;
  log.info('closing: finishing what is under way');
  await closeServer(server);
  await Promise.all([join.settled(), ...jobs.map((stop) => stop()), mailWorker?.stop()]);
  await endPresence();
  await database.close();
  if (metricsServer) await closeServer(metricsServer);
}
