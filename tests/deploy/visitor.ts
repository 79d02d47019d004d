import { type Agent, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent: compressed where the headers say so. */
  body: Buffer;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The visitor's own address: Linux has all of 127.0.0.0/8. */
  from?: string;
  /** Keeps connections alive; without one each request has its own connection. */
  agent?: Agent | undefined;
}

/** One request over HTTP/1.1. The path is sent unchanged. */
export function visit(url: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, from = '127.0.0.1', agent = false } = asked;
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === 'https:' ? secureRequest : plainRequest;
  const options = {
    hostname,
    port,
    path,
    method,
    headers,
    servername: hostname,
    localAddress: from,
    family: 4,
    agent,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const parts: Buffer[] = [];
      incoming
        .on('data', (part: Buffer) => parts.push(part))
        .once('error', reject)
        .once('end', () => {
          const { statusCode: status = 0, headers: answered } = incoming;
          resolve({ status, headers: answered, body: Buffer.concat(parts) });
        });
    });
    outgoing.once('error', reject).end(body);
  });
}
