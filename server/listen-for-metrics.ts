import { createServer } from 'node:http';
import { bind, unbind } from './listen.ts';
import type { Counters } from './middleware/counters.ts';

/** Serves the counters at /metrics on a port of their own, so that the public one never shows them. */
export async function listenForMetrics(counters: Counters, host: string, port: number) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await counters.read();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  });
  await bind(server, { host, port, setting: 'METRICS_PORT' });
  return { close: () => unbind(server) };
}
