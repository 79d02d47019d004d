import { connect, type Socket } from 'node:net';

export interface RawClient {
  socket: Socket;
  /** Everything the server has sent so far. */
  received(): string;
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>;
}

/** Opens a connection on which a test can send any bytes, as slowly and as malformed as it wants. */
export function openRawClient(url: string): Promise<RawClient> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.once('error', reject);
    socket.on('data', (part) => {
      text += part.toString('latin1');
    });
    socket.once('connect', () => {
      socket.off('error', reject);
      // A server may close an attacker's connection with a reset.
      socket.on('error', () => {});
      resolve({ socket, received: () => text, closed });
    });
  });
}
