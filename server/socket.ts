import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Address {
  host: string;
  port: number;
  /** The setting to name if the port is unavailable. */
  setting: 'PORT' | 'METRICS_PORT';
}

/** Milliseconds for requests under way once the server closes: as long as a request and then the database may take. */
const shutdownTimeoutMs = 20_000;

/** The error for the operator. Windows shells take no settings before a command, but `.env` is read there as well. */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port, setting }: Address,
  platform = process.platform,
): Error {
  const another = `${setting}=${port > 65_534 ? port - 1 : port + 1}`;
  const choose = platform === 'win32' ? `put ${another} into the file .env` : `${another} npm start`;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: ${choose}`,
    EACCES: `This user may not listen on port ${port}. Choose a port above 1023 with ${setting}.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine. Use 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST is ${host}, which no address is known for. Use 127.0.0.1 or 0.0.0.0.`,
  };
  return new Error(
    sentences[error.code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${error.message}`,
  );
}

/**
 * Starts listening and returns the port; 0 asks the system for a free one.
 * @throws Error with a sentence for the operator if the address is unavailable
 */
export async function bind(server: Server, address: Address): Promise<number> {
  const { host, port } = address;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, address)));
    server.listen({ host, port, backlog: 1024 }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Closes a server: idle connections at once, the others when they are answered, 20 seconds from now at the latest. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that was busy when close() was called would be kept open until its client closes it.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

/**
 * Fails fast, before the database is opened. Each port stays bound until all are tried, so that one port for two servers is
 * refused too. Throws as `bind` does.
 */
export async function assertAddressesAreFree(addresses: Address[]): Promise<void> {
  const probes: Server[] = [];
  try {
    for (const address of addresses) {
      const probe = createServer();
      await bind(probe, address);
      probes.push(probe);
    }
  } finally {
    await Promise.all(probes.map(closeServer));
  }
}
