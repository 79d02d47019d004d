import { pino } from 'pino';
import { readTemplates } from '../mail/templates.ts';
import { reasonOf } from '../system/reason-of.ts';
import { loadDotEnv } from './dot-env.ts';
import { openSite } from './pages/site.ts';
import { readSettings } from './settings.ts';
import { startServer } from './start-server.ts';

const started = performance.now();

try {
  loadDotEnv();
  const settings = readSettings(process.env);
  const site = await openSite('dist', settings);
  const log = pino({ level: settings.logLevel, base: null });
  const templates = settings.mail === undefined ? undefined : await readTemplates('dist');
  const server = await startServer(settings, site, log, templates);

  // npm turns one Ctrl+C into two signals, and the second must not interrupt the shutdown. 'disconnect' means that npm start is gone
  // without a signal (scripts/run.mjs). It may have gone before this line.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect'])
    process.on(event, async () => {
      await server.close();
      process.exit(0);
    });
  if (process.connected === false) process.emit('disconnect');

  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const list = settings.database.databaseUrl === undefined ? settings.database.dataDir : 'PostgreSQL';
  process.stdout.write(
    `The site is ready at ${server.url} (started in ${seconds} s, list kept in ${list}). ${server.firstEmailStatus}\n`,
  );
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}
