import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a visitor and the site: it can hold back or cut answers, in every browser alike. */
export interface Line {
  url: string;
  /** The paths that were requested, in order. */
  asked: string[];
  /** Holds back requests that match; returns a function that releases them. */
  hold(path: RegExp): () => void;
  /** Cuts the connection of requests that match. */
  cut(path: RegExp): void;
  stop(): Promise<void>;
}

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
  const asked: string[] = [];
  const faults: { path: RegExp; ends: Promise<'passed' | 'cut'> }[] = [];
  const server = createServer(async (incoming, answer) => {
    const wanted = incoming.url ?? '/';
    asked.push(wanted);
    for (const { path, ends } of faults)
      if (path.test(wanted) && (await ends) === 'cut') return void answer.destroy();
    forward(new URL(siteUrl), visitor, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<'passed'>();
      faults.push({ path, ends: promise });
      return () => resolve('passed');
    },
    cut: (path) => void faults.push({ path, ends: Promise.resolve('cut') }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
