import { connect } from 'node:net';

export interface Load {
  port: number;
  /** The request to send over and over, as it stands on the wire. */
  request: string;
  connections: number;
  seconds: number;
}

export interface Measured {
  answers: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export const closedEarly =
  'The server closed a connection during the measurement: fewer connections would be measured.';

const percentile = (sorted: Float64Array, part: number) =>
  sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/** The length of the answer to a request in bytes, headers included; every further answer must be as long. */
function answerLength({ port, request }: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`The server closed the connection after:\n${text}`)));
    socket.on('data', (part) => {
      text += part;
      const headers = text.indexOf('\r\n\r\n');
      const length = /^content-length: (\d+)/im.exec(text)?.[1];
      if (headers < 0) return;
      if (!/^HTTP\/1\.1 200 /.test(text) || length === undefined)
        return reject(new Error(`Not a plain 200:\n${text}`));
      if (text.length < headers + 4 + Number(length)) return;
      resolve(text.length);
      socket.destroy();
    });
  });
}

/**
 * Sends one request over and over on many connections, each as soon as the last was answered, and counts only answers of
 * the same length. Plain sockets: Node's HTTP client would cost more than the servers it measures.
 * @throws when the server closes a connection
 */
export async function measure(load: Load): Promise<Measured> {
  const length = await answerLength(load);
  const latencies: number[] = [];
  const end = performance.now() + load.seconds * 1000;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () => {
      return new Promise<void>((resolve, reject) => {
        let received = 0;
        let sent = 0;
        const socket = connect(load.port, '127.0.0.1', send);
        socket.setNoDelay(true);
        function send() {
          received = 0;
          sent = performance.now();
          socket.write(load.request, 'latin1');
        }
        socket.on('error', reject);
        // Has no effect once this client itself has ended.
        socket.on('close', () => reject(new Error(closedEarly)));
        socket.on('data', (part) => {
          received += part.length;
          if (received < length) return;
          if (received > length) return reject(new Error('An answer was longer than the first.'));
          const now = performance.now();
          latencies.push(now - sent);
          if (now < end) send();
          else {
            resolve();
            socket.destroy();
          }
        });
      });
    }),
  );
  const sorted = Float64Array.from(latencies).sort();
  return {
    answers: latencies.length,
    perSecond: latencies.length / ((performance.now() - start) / 1000),
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}
