import { createServer } from 'node:http';
import type { Metrics } from './metrics.ts';
import { bind, closeServer } from './socket.ts';

/** Serves /metrics on a port of its own, so that the public one never shows it. Throws as `bind` does. */
export async function startMetricsServer(metrics: Metrics, host: string, port: number) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { contentType, text } = await metrics.render();
    response.writeHead(200, { 'content-type': contentType }).end(text);
  });
  await bind(server, { host, port, setting: 'METRICS_PORT' });
  return { close: () => closeServer(server) };
}
