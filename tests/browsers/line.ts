import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { listen } from '../support/network.ts';

export type Line = Awaited<ReturnType<typeof startLine>>;

/** What happens to the requests whose path matches. */
interface Fault {
  path: RegExp;
  ends: Promise<'passed' | 'cut'>;
  /** Whether such a request has come. */
  isMet: boolean;
}

/** The ports of this process's earlier lines. */
const usedPorts = new Set<number>();

/** Linux gives a free port again, and WebKitGTK keeps its cache, its storage and the faults that it tells by origin. */
async function listenOnNewPort(server: Server): Promise<number> {
  const port = await listen(server);
  if (!usedPorts.has(port)) {
    usedPorts.add(port);
    return port;
  }
  await once(server.close(), 'close');
  return listenOnNewPort(server);
}

/**
 * Starts a line: a proxy between a visitor and the site, which can hold back or cut answers, in every browser alike.
 * @param visitor the visitor's IP address, as the site is told it
 */
export async function startLine(siteUrl: string, visitor: string) {
  const asked: string[] = [];
  const faults: Fault[] = [];
  const addFault = (path: RegExp, ends: Fault['ends']) => faults.push({ path, ends, isMet: false });
  const server = createServer(async (incoming, answer) => {
    const wanted = incoming.url ?? '/';
    asked.push(wanted);
    for (const fault of faults.filter(({ path }) => path.test(wanted))) {
      fault.isMet = true;
      if ((await fault.ends) === 'cut') return void answer.destroy();
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': visitor };
    const onward = request(siteUrl, { path: wanted, method: incoming.method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  return {
    url: `http://127.0.0.1:${await listenOnNewPort(server)}`,
    /** The paths that were requested, in order. */
    asked,
    /** Holds back requests that match; returns a function that releases them. */
    hold(path: RegExp) {
      const { promise, resolve } = Promise.withResolvers<'passed'>();
      addFault(path, promise);
      return () => resolve('passed');
    },
    /** Cuts the connection of requests that match. */
    cut: (path: RegExp) => void addFault(path, Promise.resolve('cut')),
    /** The patterns that met no request: a test that holds back such a file proves nothing. */
    unmet: () => faults.filter(({ isMet }) => !isMet).map(({ path }) => path),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
