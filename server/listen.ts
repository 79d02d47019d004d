import { createServer, type ServerOptions } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { limitConnections, limitPipelining } from './connection-limits.ts';
import type { Metrics } from './metrics.ts';
import { fastPath } from './pages/fast-path.ts';
import { apiHeaders } from './pages/headers.ts';
import type { Site } from './pages/site.ts';
import { answerProtocolErrors } from './protocol-errors.ts';
import type { Settings } from './settings.ts';
import { bind, closeServer } from './socket.ts';

/** Against clients that are slow on purpose. Milliseconds; the site's own client gives up a join after ten seconds. */
const serverTimeouts: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  // Node's default of 30 seconds would keep late requests for that long.
  connectionsCheckingInterval: 1_000,
};

/** A connection on which nothing is sent or received for this long is closed. */
const idleTimeoutMs = 70_000;

export interface ListenOptions {
  app: Hono<AppEnv>;
  site: Site;
  metrics: Metrics | undefined;
  settings: Pick<Settings, 'host' | 'port' | 'siteUrl' | 'trustedProxies'>;
}

export interface RunningServer {
  /** The address to type into a browser on this machine. */
  url: string;
  /** Takes no more requests; resolves when those under way are answered. */
  close(): Promise<void>;
}

/**
 * Serves the app on Node. Built pages are answered before the app: they need none of its middleware.
 * @throws Error with a sentence for the operator if the address is unavailable
 */
export async function listen({ app, site, metrics, settings }: ListenOptions): Promise<RunningServer> {
  const { host, port } = settings;
  const handleByApp = getRequestListener(
    (request, env) => app.fetch(request, { peer: env.incoming.socket.remoteAddress }),
    { overrideGlobalObjects: true, hostname: 'localhost' },
  );
  const handlePage = fastPath(site, metrics);
  const server = createServer({
    ...serverTimeouts,
    maxHeaderSize: 16 * 1024,
    // Most requests are GETs: this spares each of them a stream.
    optimizeEmptyRequests: true,
  });
  const isWithinLimit = limitPipelining(server);
  server.on('request', (incoming, outgoing) => {
    if (isWithinLimit(incoming, outgoing) && !handlePage(incoming, outgoing)) handleByApp(incoming, outgoing);
  });
  server.timeout = idleTimeoutMs;
  limitConnections(server, settings.trustedProxies === 0);
  answerProtocolErrors(server, apiHeaders(settings));
  const actualPort = await bind(server, { host, port, setting: 'PORT' });
  const name = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host) ? 'localhost' : host;
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${actualPort}`,
    close: () => closeServer(server),
  };
}
