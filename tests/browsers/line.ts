import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a visitor and the site: it can hold back, break or replace answers, in every browser alike. */
export interface Line {
  url: string;
  /** The paths that were requested, in order. */
  asked: string[];
  /** Holds back requests that match; returns a function that releases them. */
  hold(path: RegExp): () => void;
  /** Cuts the connection of requests that match. */
  cut(path: RegExp): void;
  /** Answers requests that match in place of the site. */
  answer(path: RegExp, status: number, body: object): void;
  stop(): Promise<void>;
}

type Treatment = (path: string, answer: ServerResponse) => Promise<'passed' | 'done'>;

function forward(site: URL, visitor: string, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, 'x-forwarded-for': visitor };
  const onward = request(site, { path: asked.url, method: asked.method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  onward.on('error', () => answer.destroy());
  asked.pipe(onward);
}

/**
 * Starts a line to a site.
 * @param visitor the visitor's IP address, as the site is told it
 */
export async function startLine(siteUrl: string, visitor: string): Promise<Line> {
  const treatments: Treatment[] = [];
  const asked: string[] = [];
  const server = createServer(async (incoming, answer) => {
    const path = incoming.url ?? '/';
    asked.push(path);
    for (const treat of treatments) {
      if ((await treat(path, answer)) === 'done') return;
    }
    forward(new URL(siteUrl), visitor, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const treat = (path: RegExp, treatment: (answer: ServerResponse) => Promise<'passed' | 'done'>) =>
    treatments.push((wanted, answer) => (path.test(wanted) ? treatment(answer) : Promise.resolve('passed')));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      treat(path, () => promise.then(() => 'passed' as const));
      return resolve;
    },
    cut(path) {
      treat(path, async (answer) => {
        answer.destroy();
        return 'done';
      });
    },
    answer(path, status, body) {
      treat(path, async (answer) => {
        answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return 'done';
      });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
