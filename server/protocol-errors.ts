import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from './pages/headers.ts';

const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers input that never becomes a request (bytes that are not HTTP, headers that are too large or too late, an unknown
 * Expect) with Node's own statuses and with the security headers of every other response.
 */
export function answerProtocolErrors(server: Server, headers: Headers): void {
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
