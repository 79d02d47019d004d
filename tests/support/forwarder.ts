import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  port: number;
  /** Forwards to another port from now on; connections to the previous one are closed. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/**
 * A local TCP port that forwards to another: the address that follows the primary, as HAProxy or a virtual IP does.
 * @param onClient is called with each client's socket, to listen in
 */
export async function startForwarder(
  target: number,
  onClient: (client: Socket) => void = () => {},
): Promise<Forwarder> {
  let leadsTo = target;
  const open = new Set<Socket>();
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((client) => {
    const onward = connect(leadsTo, '127.0.0.1');
    onClient(client);
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(one);
      one.setNoDelay(true).pipe(other);
      // When one side closes, the other is closed too, as without anything between them.
      one
        .on('error', () => {})
        .on('close', () => {
          open.delete(one);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      leadsTo = port;
      cutAll();
    },
    async close() {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
