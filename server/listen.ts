import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { networksOf } from '../waitlist/clients.ts';
import type { RequestCounter } from './middleware.ts';
import { apiHeaders, type Headers } from './pages/headers.ts';
import { fastPath } from './pages/serve.ts';
import type { Site } from './pages/site.ts';
import type { AppEnv } from './responses.ts';
import type { Settings } from './settings.ts';
import { bind, closeServer } from './socket.ts';

/** Unanswered requests of one connection. Browsers and proxies send the next one after the response: an honest client has one. */
const maxUnansweredRequests = 8;

/** Connections of the process, far below the usual limit of open files. */
const maxConnections = 8192;

/** Connections of one client, where no proxy stands in front: eighty browsers behind one address, with six each. */
const maxConnectionsPerAddress = 512;

/**
 * Node's HTTP parser of a connection, which its types leave out: it calls `onIncoming` for each request as soon as it is
 * parsed, and the return value says how to go on. Node's version is pinned; a test fails when this changes.
 */
type ParsedSocket = Socket & { parser?: { onIncoming: OnIncoming } | null };
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;

/** llhttp's return value for an upgrade: the rest of the connection is not parsed. */
const stopParsing = 2;

/**
 * Limits pipelining (RFC 9112, 9.3.2). The returned function is called with each request, and returns false when it has closed
 * the connection and the request must not be answered. Without the limit a few megabytes of requests took a gigabyte of
 * memory, and parsing alone blocked everybody for five seconds: one read brings thousands.
 */
export function limitPipelining(server: Server) {
  server.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepAlive) =>
      socket.destroyed ? stopParsing : onIncoming(request, keepAlive);
  });
  const queued = new WeakMap<Socket, number>();
  return function isWithinLimit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node assigns the socket to a response when its turn comes.
    if (response.socket !== null) return true;
    const ahead = (queued.get(socket) ?? 0) + 1;
    if (ahead >= maxUnansweredRequests) {
      socket.destroy();
      return false;
    }
    queued.set(socket, ahead);
    response.once('close', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
    return true;
  };
}

/**
 * Limits a server's connections, and those of each client (an IPv4 address or an IPv6 /64) where no proxy stands in front:
 * behind one all connections are the proxy's, which has to limit its own clients (docs/operations.md).
 */
function limitConnections(server: Server, isDirect: boolean): void {
  server.maxConnections = maxConnections;
  if (!isDirect) return;
  const connections = new Map<string, number>();
  server.on('connection', (socket) => {
    const client = networksOf(socket.remoteAddress ?? '')?.client;
    if (client === undefined) return;
    const count = (connections.get(client) ?? 0) + 1;
    if (count > maxConnectionsPerAddress) {
      socket.destroy();
      return;
    }
    connections.set(client, count);
    socket.once('close', () => {
      const left = (connections.get(client) ?? 1) - 1;
      if (left === 0) connections.delete(client);
      else connections.set(client, left);
    });
  });
}

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers input that never becomes a request (bytes that are not HTTP, headers that are too large or too late, an unknown
 * Expect) with Node's own statuses and with the security headers of every other response.
 */
function answerProtocolErrors(server: Server, headers: Headers): void {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': '0' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  server.on(
    'clientError',
    (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: ServerResponse }) => {
      // As in Node's own listener, which this one replaces: a second response would become part of the first one's body.
      const hasBegun = socket._httpMessage?.headersSent === true;
      if (socket.writable && !hasBegun) {
        const status = statuses[error.code ?? ''] ?? 400;
        socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`);
      }
      socket.destroy(error);
    },
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'content-length': '0' }).end();
  });
}

/** Of a body whose request has been answered before its end. */
const maxDrainBytes = 64 * 1024 * 1024;
const maxDrainMs = 5_000;

/**
 * Reads on when a request has been answered before the end of its body, and only then closes: a client that still writes would
 * meet a reset in the place of the answer (RFC 9112, 9.6).
 */
function drainBody(incoming: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (incoming.complete) return;
    const { socket } = incoming;
    const end = setTimeout(() => socket.destroy(), maxDrainMs).unref();
    incoming.once('end', () => clearTimeout(end));
    let drained = 0;
    // The reader that has given up would pause the stream.
    incoming.removeAllListeners('data').on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > maxDrainBytes) socket.destroy();
    });
    incoming.resume();
  });
}

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
  metrics: RequestCounter | undefined;
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
    { overrideGlobalObjects: true, hostname: 'localhost', autoCleanupIncoming: false },
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
    if (!isWithinLimit(incoming, outgoing) || handlePage(incoming, outgoing)) return;
    drainBody(incoming, outgoing);
    handleByApp(incoming, outgoing);
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
