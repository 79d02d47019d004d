import { once } from 'node:events';
import { type Agent, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's own address: Linux has all of 127.0.0.0/8. */
  from?: string;
  /** Keeps connections; without it the request has one of its own. */
  agent?: Agent | false;
}

/** One request over HTTP/1.1; resolves at the end of the answer. The path is sent unchanged. */
export async function visit(url: string, path: string, asked: Asked = {}) {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1', agent = false } = asked;
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === 'https:' ? secureRequest : plainRequest;
  const place = { hostname, port, path, servername: hostname, localAddress: from, family: 4, agent };
  const outgoing = request({ ...place, method, headers }).end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  // What breaks later is the answer's error.
  outgoing.on('error', () => {});
  // Compressed where the headers say so.
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await buffer(incoming) };
}
