import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type BackgroundWork, startBackgroundWork } from '../mail/background-work.ts';
import { openLinkedEntries } from '../mail/linked-entries.ts';
import { openLinks, readLinkKeys } from '../mail/links.ts';
import { readSending, whyEmailsWait } from '../mail/sending.ts';
import type { EmailTemplates } from '../mail/templates.ts';
import { createJoin, type Join } from '../waitlist/join.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { createReadinessCheck } from '../waitlist/list/readiness.ts';
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
  const isReady = createReadinessCheck(database);
  const background = await startBackgroundWork({
    database,
    log,
    mail: settings.mail,
    templates,
    async findFaults(signal) {
      // Once a day, and not at start.
      const { findFaults } = await import('./checks/find-faults.ts');
      return findFaults(settings, database, signal);
    },
  });
  const hooks = await openHooksIfSet(settings, database);
  const sendsEmails = background.status !== undefined;
  const emailStatus = () => background.status?.() ?? whyEmailsWait({ hasMailServer: sendsEmails }) ?? '';
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
    emailLinks: { ...openLinks(database), entries: openLinkedEntries(database) },
    hooks,
    sendsEmails,
    emailStatus,
  });
  const { server, url } = await listen(app, settings);
  const metricsServer =
    metrics &&
    (await monitoring?.startMetricsServer(metrics.register, settings.host, settings.metricsPort ?? 0));

  function close(): Promise<void> {
    closing ??= stopInOrder({ log, server, join, background, database, metricsServer });
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

async function openHooksIfSet({ hooks }: Settings, database: Database) {
  if (!hooks) return undefined;
  const { openHooks } = await import('../mail/hooks/open-hooks.ts');
  return openHooks(database, hooks);
}

interface Running {
  log: Logger;
  server: Server;
  join: Join;
  background: BackgroundWork;
  database: Database;
  metricsServer: Server | undefined;
}

/** Finishes what is under way, and closes the database when nobody needs it any more. */
async function stopInOrder(running: Running): Promise<void> {
  const { log, server, join, background, database, metricsServer } = running;
  log.info('closing: finishing what is under way');
  await closeServer(server);
  // Before the work in the background: it ends by saying that this server uses the list no more.
  await join.settled();
  await background.stop();
  await database.close();
  if (metricsServer) await closeServer(metricsServer);
}
