import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { networksOf } from '../waitlist/clients.ts';
import type { AppEnv } from './responses.ts';
import type { Settings } from './settings.ts';

/** Unanswered requests of one connection. An honest client has one: browsers and proxies send the next request after the response. */
const maxUnansweredRequests = 8;

/** Connections of one client, if no proxy stands in front: enough for eighty browsers behind one address, with six each. */
const maxConnectionsPerAddress = 512;

/** Node's HTTP parser of a connection, which its types leave out: it calls `onIncoming` as soon as a request is parsed. */
type ParsedSocket = Socket & { parser?: { onIncoming: OnIncoming } | null };
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;

/** llhttp's return value for an upgrade: the rest of the connection is not parsed. */
const stopParsing = 2;

/**
 * Limits pipelining (RFC 9112, 9.3.2). Without a limit a few megabytes of requests took a gigabyte of memory, and parsing them blocked
 * everybody for five seconds.
 * @returns a function that takes each request, and returns false when it has closed the request's connection
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

/** Limits the connections of each client: an IPv4 address or an IPv6 /64. */
function limitConnectionsOfClients(server: Server): void {
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

interface Address {
  host: string;
  port: number;
  /** The setting to name if the port is unavailable. */
  setting: 'PORT' | 'METRICS_PORT';
}

/** The error for the operator. Windows shells take no settings before a command, but the server reads `.env` there too. */
function listenError(error: NodeJS.ErrnoException, { host, port, setting }: Address): Error {
  const anotherPort = port > 65_534 ? port - 1 : port + 1;
  const another = `${setting}=${anotherPort}`;
  const choose = process.platform === 'win32' ? `put ${another} into the file .env` : `${another} npm start`;
  const notHere = `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: ${choose}`,
    EACCES: `This user may not listen on port ${port}. Choose a port above 1023 with ${setting}.`,
    EADDRNOTAVAIL: notHere,
    ENOTFOUND: notHere,
  };
  return new Error(
    sentences[error.code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${error.message}`,
  );
}

/**
 * Starts listening and returns the port; 0 asks the system for a free one. Linux lets at most 4096 wait (net.core.somaxconn).
 * @throws Error with a sentence for the operator if the address is unavailable
 */
export async function bind(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  await once(server.listen({ host, port, backlog: 4096 }), 'listening').catch((error) => {
    throw listenError(error, address);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a server: idle connections at once, the others when they are answered, 20 seconds from now at the latest. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that was busy when close() was called would be kept open until its client closes it.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  // As long as a request and then the database may take.
  const deadline = setTimeout(() => server.closeAllConnections(), 20_000);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/**
 * Serves the app on Node. Behind a proxy all connections are the proxy's, which limits its own clients (docs/operations.md).
 * @returns the server, and the address to type into a browser on this machine
 * @throws Error with a sentence for the operator if the address is unavailable
 */
export async function listen(app: Hono<AppEnv>, { host, port, trustedProxies }: Settings) {
  const answer = getRequestListener(
    (request, env) => app.fetch(request, { peer: env.incoming.socket.remoteAddress }),
    { hostname: 'localhost' },
  );
  const server = createServer({
    // Milliseconds, against clients that are slow on purpose; the site's own client gives up a join after ten seconds (decision 12).
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    // Node's default of 30 seconds would keep late requests for that long.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16 * 1024,
    // Most requests are GETs: this spares each of them a stream.
    optimizeEmptyRequests: true,
  });
  // A connection on which nothing is sent or received for this long is closed.
  server.timeout = 70_000;
  // Far below the usual limit of open files.
  server.maxConnections = 8192;
  if (trustedProxies === 0) limitConnectionsOfClients(server);
  const isWithinLimit = limitPipelining(server);
  server.on('request', (incoming, outgoing) => {
    if (isWithinLimit(incoming, outgoing)) answer(incoming, outgoing);
  });
  const actualPort = await bind(server, { host, port, setting: 'PORT' });
  return { url: `http://${nameInUrl(host)}:${actualPort}`, server };
}

/** The name for a browser on this machine. */
function nameInUrl(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host)) return 'localhost';
  const isIpv6 = host.includes(':');
  return isIpv6 ? `[${host}]` : host;
}
