import { connect } from 'node:net';
import { localAnonKey } from '../server/setting-fields.ts';
import { visitorAddress } from './visitors.ts';
import { waitFigures } from './waits.ts';

export interface JoinLoad {
  port: number;
  clients: number;
  seconds: number;
}

export interface JoinFigures {
  perSecond: number;
  /** Milliseconds within which half of the joins were answered. */
  half: number;
  /** Milliseconds within which 99 % were answered. */
  nearlyAll: number;
}

let joins = 0;

/** One join as supabase-js sends it: a new address, from one of 65,536 visitors behind a proxy. */
function request(): string {
  joins += 1;
  const body = `{"user_email":"j${process.pid}x${joins}@bench.example","entry_source":"cta"}`;
  return [
    'POST /rest/v1/rpc/add_to_waitlist HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Apikey: ${localAnonKey}`,
    `X-Forwarded-For: ${visitorAddress(joins)}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/**
 * Sends joins on several connections at once, each as soon as the last was answered. Plain sockets: Node's HTTP client would
 * take more of the two cores than the server.
 * @throws when an answer is anything but a success, or the server closes a connection: then something else would be measured
 */
export async function measureJoins({ port, clients, seconds }: JoinLoad): Promise<JoinFigures> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from(
      { length: clients },
      () =>
        new Promise<void>((resolve, reject) => {
          let sent = 0;
          let answer = '';
          const socket = connect(port, '127.0.0.1', send).setNoDelay(true).setEncoding('latin1');
          function send() {
            answer = '';
            sent = performance.now();
            socket.write(request());
          }
          socket.on('error', reject);
          // Has no effect once this client itself has ended.
          socket.on('close', () => reject(new Error('The server closed a connection.')));
          socket.on('data', (part) => {
            answer += part;
            if (!answer.endsWith('}')) return;
            if (!answer.endsWith('{"success":true}')) reject(new Error(`Not a join:\n${answer}`));
            const now = performance.now();
            latencies.push(now - sent);
            if (now < end) send();
            else {
              resolve();
              socket.destroy();
            }
          });
        }),
    ),
  );
  const { half, nearlyAll } = waitFigures(latencies);
  const perSecond = latencies.length / ((performance.now() - start) / 1000);
  return { perSecond, half, nearlyAll };
}
