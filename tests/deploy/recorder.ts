import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server's own parser read it. */
export interface Seen {
  method: string;
  /** As in the request line. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Recorder {
  port: number;
  /** The requests since the last call, without health checks. */
  take(): Seen[];
  /** How many requests for /hold wait for their answer. */
  held(): number;
  /** Answers those that wait. */
  release(): void;
  close(): void;
}

/**
 * A server behind a proxy that records the requests that reach it, parsed by Node as in the site's server. It answers with
 * method and path; for /hold it waits for `release`, and for an X-Break header it destroys the connection.
 */
export async function startRecorder(): Promise<Recorder> {
  let seen: Seen[] = [];
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    let body = '';
    request.setEncoding('latin1').on('data', (part) => {
      body += part;
    });
    request.once('end', () => {
      const answer = () => response.end(`saw ${method} ${url}\n`);
      if (url === '/healthz') return answer();
      seen.push({ method, url, headers, body });
      if (url.startsWith('/hold')) waiting.push(answer);
      else if (headers['x-break']) request.socket.destroy();
      else answer();
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    held: () => waiting.length,
    release() {
      for (const answer of waiting) answer();
      waiting = [];
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
