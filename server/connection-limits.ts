import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../waitlist/client-networks.ts';

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
export function limitConnections(server: Server, isDirect: boolean): void {
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
