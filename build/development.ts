import { pino } from 'pino';
import { createServer } from 'vite';
import { loadDotEnv } from '../server/dot-env.ts';
import type { Site } from '../server/pages/site.ts';
import { readSettings } from '../server/settings.ts';
import { startServer } from '../server/start-server.ts';
import { isCallToServer } from './calls-to-server.ts';

/** Pages come from Vite, as they are edited: where the server would answer with one, it leads the browser there. */
const leadToPage: Site['answer'] = ({ path }) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(`<meta http-equiv="refresh" content="0; url=${path}">`),
});

loadDotEnv();
const settings = readSettings(process.env);
// Only the build renders the emails' templates, so in development no email is sent.
const backEnd = await startServer(
  { ...settings, host: '127.0.0.1', port: 0 },
  { answer: leadToPage },
  pino({ level: settings.logLevel, base: null }),
);
const vite = await createServer({
  server: {
    host: settings.host,
    port: settings.port,
    strictPort: true,
    proxy: {
      '/': {
        target: backEnd.url,
        bypass: (request) => (isCallToServer(request) ? undefined : request.url),
      },
    },
  },
});
await vite.listen();
vite.printUrls();

async function close(): Promise<void> {
  await vite.close();
  await backEnd.close();
  process.exit(0);
}
process.on('SIGTERM', close);
process.on('SIGINT', close);
