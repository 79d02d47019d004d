import { createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '../tests/support/network.ts';

interface SlowProxy {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a proxy to a site that delays each answer, also to what a browser prefetches, which its developer tools leave at
 * full speed.
 * @param delay the round trip, in milliseconds
 * @param withheld a header of the site's answers to remove
 */
export async function startSlowProxy(siteUrl: string, delay: number, withheld?: string): Promise<SlowProxy> {
  const server = createServer(async (asked, answer) => {
    await wait(delay);
    const { method, headers, url = '/' } = asked;
    const onward = request(new URL(url, siteUrl), { method, headers }, (answered) => {
      const { [withheld ?? '']: _, ...passed } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, passed);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  return {
    url: `http://localhost:${await listen(server)}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
