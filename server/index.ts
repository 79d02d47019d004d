import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { openDatabase } from '../database/open-database.ts';
import { createReadiness } from '../database/readiness.ts';
import { createJoin } from '../waitlist/join.ts';
import { startSweeping } from '../waitlist/sweep.ts';
import { createApp } from './app.ts';
import { listen, tryAddress } from './listen.ts';
import { listenForMetrics } from './listen-for-metrics.ts';
import { createCounters } from './middleware/counters.ts';
import { readSettings } from './settings.ts';
import { openSite } from './site.ts';

const started = performance.now();

async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const settings = readSettings(process.env);
  const log = pino({ level: settings.logLevel, base: null });
  const site = await openSite('dist', settings);
  await tryAddress(settings.host, settings.port);
  const database = await openDatabase(settings.database);
  const join = createJoin({ database });
  const stopSweeping = startSweeping(database);
  const isReady = createReadiness(database);
  const counters = settings.metricsPort === undefined ? undefined : createCounters();
  let closing = false;
  const app = createApp({
    join,
    site,
    settings,
    log,
    counters,
    isReady: async () => !closing && (await isReady()),
  });
  const server = await listen({ app, site, counters, settings });
  const metrics = counters && (await listenForMetrics(counters, settings.host, settings.metricsPort ?? 0));

  const close = async (signal: string) => {
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing: finishing what is under way');
    await server.close();
    await Promise.all([join.settled(), stopSweeping()]);
    await database.close();
    await metrics?.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `The site is ready at ${server.url} (started in ${seconds} s, list kept in ${database.kind === 'embedded' ? settings.database.dataDir : 'PostgreSQL'}).\n`,
  );
}

try {
  await start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
