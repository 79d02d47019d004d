import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { openDatabase } from '../database/open-database.ts';
import { createReadinessCheck } from '../database/readiness.ts';
import { openLinks, readLinkKeys } from '../mail/links.ts';
import { openPlaces } from '../mail/place.ts';
import { readSending, whyEmailsWait } from '../mail/sending.ts';
import type { EmailTemplates } from '../mail/templates.ts';
import { createJoin } from '../waitlist/join.ts';
import { startPresence } from '../waitlist/presence.ts';
import { startErasureReminder, startSweeping } from '../waitlist/retention.ts';
import { startForgetting } from '../waitlist/silent.ts';
import { createApp } from './app.ts';
import { askDoctor } from './ask-doctor.ts';
import { bind, closeServer, listen } from './listen.ts';
import type { Site } from './pages/site.ts';
import type { Settings } from './settings.ts';

/**
 * Opens the database, migrates it, sends the emails that are due and serves calls and pages.
 * @param templates the emails that the build has rendered; without them, or without SMTP_URL, none is sent
 * @throws when the address is taken, or the database cannot be opened
 */
export async function startServer(settings: Settings, site: Site, log: Logger, templates?: EmailTemplates) {
  const { host, port, metricsPort } = settings;
  // Before a list is made.
  for (const [setting, wanted] of Object.entries({ PORT: port, METRICS_PORT: metricsPort ?? 0 })) {
    const probe = createServer();
    await bind(probe, { host, port: wanted, setting: setting as 'PORT' | 'METRICS_PORT' });
    await closeServer(probe);
  }
  const database = await openDatabase(settings.database);
  // Now, while the database is there.
  await readLinkKeys(database);
  const join = createJoin({ database });
  const { pausedBecause } = await readSending(database);
  const endPresence = startPresence(database);
  const stopSweeping = startSweeping(database);
  const stopForgetting = startForgetting(database);
  const stopReminding = startErasureReminder((reminder) => log.warn(reminder));
  const isReady = createReadinessCheck(database);
  // Imported only when they are needed: without them a start takes a fifth less processor time.
  const mailWorker =
    settings.mail &&
    templates &&
    (await import('../mail/worker.ts')).startMailWorker({
      database,
      ...settings.mail,
      templates,
      findFaults: askDoctor,
      log,
    });
  const hooks =
    settings.hooks && (await import('../mail/hooks/open-hooks.ts')).openHooks(database, settings.hooks);
  const whyItWaits = (because: string | null) =>
    whyEmailsWait({
      pausedBecause: because,
      hasMailServer: mailWorker !== undefined,
      trouble: null,
      held: 0,
    })?.sentence;
  const emailStatus = () => mailWorker?.status() ?? whyItWaits(null) ?? '';
  const monitoring = metricsPort === undefined ? undefined : await import('./metrics.ts');
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
    sendsEmails: mailWorker !== undefined,
    emailStatus,
  });
  const { server, url } = await listen(app, settings);
  const metricsServer =
    metrics && (await monitoring?.startMetricsServer(metrics.register, host, metricsPort ?? 0));

  async function finish(): Promise<void> {
    log.info('closing: finishing what is under way');
    stopReminding();
    await closeServer(server);
    await Promise.all([join.settled(), stopSweeping(), stopForgetting(), mailWorker?.stop()]);
    await endPresence();
    await database.close();
    if (metricsServer) await closeServer(metricsServer);
  }
  return {
    url,
    /** Before the worker has looked for the first time: a restored list sends nothing yet. */
    firstEmailStatus: whyItWaits(pausedBecause) ?? emailStatus(),
    /** Answers 'not ready', finishes what is under way and closes the database. Calling it again changes nothing. */
    close: () => (closing ??= finish()),
  };
}
