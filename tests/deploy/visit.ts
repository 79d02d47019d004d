import { type Agent, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's own address: Linux has all of 127.0.0.0/8. */
  from?: string;
  signal?: AbortSignal;
  /** Keeps connections; without it the request has one of its own. */
  agent?: Agent | false;
}

/** One request over HTTP/1.1; resolves at the end of the answer. The path is sent unchanged. */
export function visit(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, from = '127.0.0.1', signal, agent = false }: Asked = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === 'https:' ? secureRequest : plainRequest;
  const place = { hostname, port, path, servername: hostname, localAddress: from, family: 4, agent };
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...place, method, headers, ...(signal && { signal }) }, (incoming) => {
      const parts: Buffer[] = [];
      incoming
        .on('data', (part: Buffer) => parts.push(part))
        .once('error', reject)
        .once('end', () => {
          const { statusCode: status = 0, headers: answered } = incoming;
          // Compressed where the headers say so.
          resolve({ status, headers: answered, body: Buffer.concat(parts) });
        });
    });
    outgoing.once('error', reject).end(body);
  });
}
