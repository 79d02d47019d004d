import { type ClientBase, Connection, type ConnectionConfig } from 'pg';

/** Properties of a client that pg's types leave out. */
interface Cancellable {
  host: string;
  port: number;
  ssl: ConnectionConfig['ssl'];
  sslNegotiation: string;
  /** Null from a server that sends no key: then nothing can be cancelled. */
  processID: number | null;
  secretKey: number | null;
}

interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** For a server that does not even accept the request. */
const cancelTimeoutMs = 1000;

/**
 * Sends a cancel request (PostgreSQL manual, Message Flow) for the statement that a client is running, because neither a
 * lock nor a wait for the standby notices that its client has gone. pg's own Client.cancel speaks no TLS, and its error when
 * the server is away cannot be caught.
 * The client must still be connected: PgBouncer forgets its key when it disconnects.
 * Resolves when the server has accepted the request, or cannot; the statement's own connection shows whether it ends.
 */
export function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve();
  const connection = new Connection({ ssl, sslNegotiation } as ConnectionConfig) as CancelConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), cancelTimeoutMs);
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
