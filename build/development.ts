import { pino } from 'pino';
import { createServer } from 'vite';
import { loadDotEnv } from '../server/dot-env.ts';
import { readSettings } from '../server/settings.ts';
import { startServer } from '../server/start-server.ts';

loadDotEnv();
const settings = readSettings(process.env);
// Only the build renders the emails' templates, so in development no email is sent.
const calls = await startServer(
  { ...settings, host: '127.0.0.1', port: 0 },
  // Pages come from Vite, as they are edited; the server behind it answers only the calls.
  { answer: () => ({ status: 404, headers: {}, body: null }) },
  pino({ level: settings.logLevel, base: null }),
);
const forwarded = ['/functions', '/rest', '/waitlist/join', '/healthz', '/readyz'];
const vite = await createServer({
  server: {
    host: settings.host,
    port: settings.port,
    strictPort: true,
    proxy: Object.fromEntries(forwarded.map((path) => [path, calls.url])),
  },
});
await vite.listen();
vite.printUrls();

async function close(): Promise<void> {
  await vite.close();
  await calls.close();
  process.exit(0);
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
