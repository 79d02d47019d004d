import { connect } from 'node:net';
import { addressOf, type Crowd } from './addresses.ts';
import { asAttacker } from './as-attacker.ts';
import { joinBytes } from './join-bytes.ts';

export interface PipeliningOptions {
  port: number;
  seconds: number;
  connections: number;
  /** Requests in each connection, all sent before the first answer is read. */
  requests: number;
  what: 'page' | 'readiness' | 'join';
  /** Whether the answers are read. The server has to buffer those that nobody reads. */
  reads: boolean;
  /** Prefix of the email addresses, different for each attacker. */
  name: string;
}

export interface PipeliningReport {
  sent: number;
  answers: number;
  unavailable: number;
  /** Connections that the server closed or reset. */
  closed: number;
}

const crowd: Crowd = { form: 'ipv4', networks: 500, clients: 6 };

function requestsOf({ what, requests, name }: PipeliningOptions, connection: number): Buffer {
  if (what === 'page') return Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  if (what === 'readiness') return Buffer.from('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  const joins = Array.from({ length: requests }, (_, turn) => {
    const number = connection * requests + turn;
    return joinBytes({ email: `${name}${number}@attack.example`, address: addressOf(crowd, number) });
  });
  return Buffer.from(joins.join(''));
}

/** Sends many requests at once on each of many connections, and counts the answers until all have come or time is up. */
async function pipeline(options: PipeliningOptions): Promise<PipeliningReport> {
  const { port, seconds, connections, requests, reads } = options;
  const report: PipeliningReport = { sent: connections * requests, answers: 0, unavailable: 0, closed: 0 };
  // Made beforehand, so that all connections send at nearly the same moment.
  const buffers = Array.from({ length: connections }, (_, connection) => requestsOf(options, connection));
  await Promise.all(
    buffers.map(
      (bytes) =>
        new Promise<void>((resolve) => {
          let answers = 0;
          let text = '';
          const socket = connect(port, '127.0.0.1', () => socket.write(bytes)).setEncoding('latin1');
          let enough = false;
          const leave = () => {
            enough = true;
            socket.destroy();
          };
          const deadline = setTimeout(leave, seconds * 1000);
          socket.on('error', () => {});
          socket.on('close', () => {
            clearTimeout(deadline);
            if (!enough) report.closed += 1;
            resolve();
          });
          if (!reads) {
            socket.pause();
            return;
          }
          socket.on('data', (part) => {
            text += part;
            for (const [, status] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
              answers += 1;
              report.answers += 1;
              if (status === '503') report.unavailable += 1;
            }
            // The text so far may end within a status line.
            text = text.slice(-11);
            if (answers >= requests) leave();
          });
        }),
    ),
  );
  return report;
}

asAttacker(pipeline);
