import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../waitlist/networks-of.ts';

/** Requests of one connection that wait for their answer. Browsers and proxies send the next one after the answer: an honest client has one. */
const maxUnansweredRequests = 8;

/** All together, far below what a process may open. */
const maxConnections = 8192;

/** Of one address, where no proxy stands in front: eighty browsers behind one, with six connections each. */
const maxConnectionsPerAddress = 512;

/**
 * Node's own HTTP parser of a connection, which its types leave out: it hands each request on as soon as it has parsed it,
 * and is told in return how to go on. The version of Node is pinned; the tests fail when this changes.
 */
type ParsedSocket = Socket & { parser?: { onIncoming: OnIncoming } | null };
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;

/** What follows is no HTTP any more, as after an upgrade: it is left alone. */
const stopParsing = 2;

/**
 * Bounds the requests of each connection that wait behind another for their answer (RFC 9112, 9.3.2: pipelining).
 * Returns a function that is asked for each request, and is false when it must not be answered: then the connection has
 * been closed. A few megabytes of requests would otherwise take a gigabyte of memory and everybody's time, five seconds of
 * it for parsing alone: one read brings thousands.
 */
export function limitPipelining(server: Server) {
  server.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepAlive) =>
      socket.destroyed ? stopParsing : onIncoming(request, keepAlive);
  });
  const waiting = new WeakMap<Socket, number>();
  return function isWithinLimit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    // Node gives a response its socket when it is the next to be answered.
    if (response.socket !== null) return true;
    const ahead = (waiting.get(socket) ?? 0) + 1;
    if (ahead >= maxUnansweredRequests) {
      socket.destroy();
      return false;
    }
    waiting.set(socket, ahead);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return true;
  };
}

/**
 * Bounds a server's connections, and those of one client (an IPv4 address or an IPv6 /64) where it stands alone: behind a
 * proxy all come from the proxy, and the bound for each client is the proxy's part (docs/operations.md).
 */
export function limitConnections(server: Server, standsAlone: boolean): void {
  server.maxConnections = maxConnections;
  if (!standsAlone) return;
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
