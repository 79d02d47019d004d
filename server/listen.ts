import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { limitConnections, limitPipelining } from './connection-limits.ts';
import type { Counters } from './middleware/counters.ts';
import type { FaceEnv } from './middleware/face.ts';
import { answerProtocolErrors } from './protocol-errors.ts';
import type { Settings } from './settings.ts';
import { programHeaders } from './site/headers.ts';
import { quickFace } from './site/quick-face.ts';
import type { Site } from './site.ts';

/** Against clients that are slow on purpose. The site's own client gives a join up after ten seconds, so nobody honest is slower. */
const patience: ServerOptions = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  // Without it Node looks for late requests only every 30 seconds.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  // Most requests are GETs: this spares each of them a stream.
  optimizeEmptyRequests: true,
};

/** A connection on which nothing moves for this long is given up, whichever side is silent. */
const silence = 70_000;

/** How long what is under way may take once the server closes: as long as a request, and then as long as the database may. */
const closingTime = 20_000;

export interface ListenOptions {
  app: Hono<FaceEnv>;
  site: Site;
  counters: Counters | undefined;
  settings: Pick<Settings, 'host' | 'port' | 'siteUrl' | 'trustedProxies'>;
}

export interface Listening {
  /** The address to type into a browser on this machine. */
  url: string;
  /** Takes no more requests; resolves when those under way are answered. */
  close(): Promise<void>;
}

function explain(error: NodeJS.ErrnoException, { host, port, setting }: Address): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: ${setting}=${port + 1} npm start`,
    EACCES: `This user may not listen on port ${port}. Choose a port above 1023 with ${setting}.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST is ${host}, which no address is known for. Use 127.0.0.1 or 0.0.0.0.`,
  };
  return new Error(
    sentences[error.code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${error.message}`,
  );
}

interface Address {
  host: string;
  port: number;
  /** The setting that the port came from, to be named when it cannot be had. */
  setting: 'PORT' | 'METRICS_PORT';
}

/** Starts listening. Throws an Error in plain words when it cannot. Returns the server and the port it got. */
export async function bind(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, address)));
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a server: idle connections at once, the others as soon as they are answered. */
export async function unbind(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that was busy when close() was called would be kept open until its client lets go.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), closingTime);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/** Finds out whether the address can be had, before anything slow is begun. Throws as bind does. */
export async function tryAddress(host: string, port: number): Promise<void> {
  const probe = createServer();
  await bind(probe, { host, port, setting: 'PORT' });
  await unbind(probe);
}

/** Serves the app on Node. Throws an Error in plain words when the address cannot be had. */
export async function listen({ app, site, counters, settings }: ListenOptions): Promise<Listening> {
  const { host, port } = settings;
  const listener = getRequestListener(
    (request, env) => app.fetch(request, { peer: env.incoming.socket.remoteAddress }),
    { overrideGlobalObjects: true, hostname: 'localhost' },
  );
  const answerQuickly = quickFace(site, counters);
  const server = createServer(patience);
  const isWithinLimit = limitPipelining(server);
  server.on('request', (incoming, outgoing) => {
    if (isWithinLimit(incoming, outgoing) && !answerQuickly(incoming, outgoing)) listener(incoming, outgoing);
  });
  server.timeout = silence;
  limitConnections(server, settings.trustedProxies === 0);
  answerProtocolErrors(server, programHeaders(settings));
  const ownPort = await bind(server, { host, port, setting: 'PORT' });
  const name = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host) ? 'localhost' : host;
  return {
    url: `http://${name.includes(':') ? `[${name}]` : name}:${ownPort}`,
    close: () => unbind(server),
  };
}
