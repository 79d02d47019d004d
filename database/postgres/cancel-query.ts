import { type ClientBase, Connection, type ConnectionConfig } from 'pg';

/** What pg keeps of a connection for this purpose, and its types leave out. */
interface Cancellable {
  host: string;
  port: number;
  ssl: ConnectionConfig['ssl'];
  sslNegotiation: string;
  /** Null from a server that sends no key: nothing can be cancelled there. */
  processID: number | null;
  secretKey: number | null;
}

interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** A server that does not even take the request is not waited for longer, in milliseconds. */
const patienceMs = 1000;

/**
 * Asks the server to end the statement that a connection is running (a cancel request: PostgreSQL manual, Message Flow),
 * because neither a lock nor a wait for the standby notices that its client has gone. pg's own Client.cancel does so
 * without TLS and throws into the process where the server is away.
 * Takes the busy connection, which must still be open: PgBouncer knows its key no longer than that.
 * Resolves when the server has taken the request, or cannot; whether the statement ends is seen on its own connection.
 */
export function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = new Connection({ ssl, sslNegotiation } as ConnectionConfig) as CancelConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), patienceMs);
    const request = () => connection.cancel(processID, secretKey);
    connection.on('connect', () => {
      if (!ssl) request();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.on('sslconnect', request);
    connection.on('error', () => connection.stream.destroy());
    connection.on('end', () => {
      clearTimeout(timer);
      resolve();
    });
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
