import { pino } from 'pino';
import { reasonOf } from '../database/database.ts';
import { readTemplates } from '../mail/templates.ts';
import { loadDotEnv } from './dot-env.ts';
import { openSite } from './pages/site.ts';
import { readSettings } from './settings.ts';
import { startServer } from './start-server.ts';

const started = performance.now();

try {
  loadDotEnv();
  const settings = readSettings(process.env);
  const server = await startServer(
    settings,
    await openSite('dist', settings),
    pino({ level: settings.logLevel, base: null }),
    settings.mail && (await readTemplates('dist')),
  );

  // npm turns one Ctrl+C into two signals: the second must not interrupt the shutdown. 'disconnect': npm start is gone
  // without a signal (scripts/run.mjs), perhaps before this.
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
