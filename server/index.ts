import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../database/open-database.ts';
import { createReadinessCheck } from '../database/readiness.ts';
import { followLink } from '../mail/links.ts';
import { readTemplates } from '../mail/templates.ts';
import { startMailWorker } from '../mail/worker.ts';
import { createJoin } from '../waitlist/join.ts';
import { startSweeping } from '../waitlist/sweep.ts';
import { createApp } from './app.ts';
import { listen } from './listen.ts';
import { createMetrics } from './metrics.ts';
import { startMetricsServer } from './metrics-server.ts';
import { openSite } from './pages/site.ts';
import { readSettings } from './settings.ts';
import { assertAddressIsFree } from './socket.ts';

const started = performance.now();

async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const log = pino({ level: settings.logLevel, base: null });
  const site = await openSite('dist', settings);
  const templates = settings.mail && (await readTemplates('dist'));
  await assertAddressIsFree(settings.host, settings.port);
  const database = await openDatabase(settings.database);
  const join = createJoin({ database });
  const stopSweeping = startSweeping(database);
  const isReady = createReadinessCheck(database);
  const mailWorker =
    settings.mail && templates && startMailWorker({ database, ...settings.mail, templates, log });
  const emailStatus = () =>
    mailWorker?.status() ?? 'Emails wait: SMTP_URL is not set, so none is sent and none is lost.';
  const metrics = settings.metricsPort === undefined ? undefined : createMetrics();
  let closing = false;
  const app = createApp({
    join,
    site,
    settings,
    log,
    metrics,
    isReady: async () => !closing && (await isReady()),
    followLink: (link) => followLink(database, link),
    emailStatus,
  });
  const server = await listen({ app, site, metrics, settings });
  const metricsServer =
    metrics && (await startMetricsServer(metrics, settings.host, settings.metricsPort ?? 0));

  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing: finishing what is under way');
    await server.close();
    await Promise.all([join.settled(), stopSweeping(), mailWorker?.stop()]);
    await database.close();
    await metricsServer?.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `The site is ready at ${server.url} (started in ${seconds} s, list kept in ${database.kind === 'embedded' ? settings.database.dataDir : 'PostgreSQL'}). ${emailStatus()}\n`,
  );
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
