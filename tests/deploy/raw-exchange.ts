import { connect } from 'node:tls';

/** A well-formed request that closes the connection. */
const after = 'GET /after HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/**
 * Sends bytes and the request `after` in one write over TLS, and waits until the connection is closed.
 * Returns everything that was received.
 */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ALPNProtocols: ['http/1.1'],
    });
    // A proxy may close an attacker's connection with a reset.
    socket.on('error', () => {}).once('close', () => resolve(text));
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    socket.write(bytes + after, 'latin1');
  });
}
