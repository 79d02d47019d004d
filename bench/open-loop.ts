import { connect as connectPlain } from 'node:net';
import { connect, createSecureContext } from 'node:tls';

export interface Arrivals {
  port: number;
  /** The certificate to trust, in PEM. */
  ca: string;
  perSecond: number;
  seconds: number;
}

export interface Answers {
  /** Milliseconds from when each was due, in the order of arrival; NaN where no join was acknowledged. */
  latencies: Float64Array;
  /** How many were not acknowledged, by status or failure. */
  errors: Map<string, number>;
  /** How many connections, each from an address and a network of its own. */
  connections: number;
}

/** Connections kept open at once; Debian's nginx allows 768, to visitors and servers together. */
const pool = 256;

/** A visitor's connection makes fewer joins than their allowance, then another visitor connects. */
const joinsPerConnection = 100;

/** The email address of a join, by its number. */
export const emailOf = (join: number) => `j${join}@launch.example`;

function request(join: number): string {
  const body = `{"user_email":"${emailOf(join)}","entry_source":"cta"}`;
  return `POST /rest/v1/rpc/add_to_waitlist HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nApikey: sb_publishable_bukoor_local\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/**
 * Sends joins at a steady rate, whether answers come or not: each waits from the moment it is due, even when no connection is
 * free for it (no coordinated omission). Over TLS, from addresses of 127.0.0.0/8, which Linux lets anyone use.
 * @param begun is called when the first is due
 */
export function joinSteadily(
  { port, ca, perSecond, seconds }: Arrivals,
  begun: () => void,
): Promise<Answers> {
  const total = perSecond * seconds;
  const latencies = new Float64Array(total).fill(Number.NaN);
  const errors = new Map<string, number>();
  const secureContext = createSecureContext({ ca });
  const idle: ((join: number) => void)[] = [];
  let connections = 0;
  let due = 0;
  let next = 0;
  let settled = 0;
  let start = 0;

  return new Promise((resolve) => {
    function settle(join: number, error?: string): void {
      if (error === undefined) latencies[join] = performance.now() - start - (join * 1000) / perSecond;
      else errors.set(error, (errors.get(error) ?? 0) + 1);
      settled += 1;
      if (settled === total) {
        clearInterval(clock);
        resolve({ latencies, errors, connections });
      }
    }

    function open(): void {
      const visitor = connections;
      connections += 1;
      const localAddress = `127.${1 + (visitor >> 8)}.${visitor & 255}.1`;
      const plain = connectPlain({ host: '127.0.0.1', port, localAddress }).setNoDelay(true);
      const socket = connect({ socket: plain, secureContext, servername: 'localhost' });
      socket.setEncoding('latin1');
      let underWay: number | undefined;
      let answer = '';
      // The first visitors leave one after another, not all at once.
      let joins = visitor < pool ? Math.floor((visitor * joinsPerConnection) / pool) : 0;

      function free(): void {
        if (next < due) send(take());
        else idle.push(send);
      }
      function send(join: number): void {
        underWay = join;
        answer = '';
        joins += 1;
        socket.write(request(join));
      }
      socket.once('secureConnect', free);
      socket.on('error', () => {});
      socket.on('close', () => {
        const waiting = idle.indexOf(send);
        if (waiting >= 0) idle.splice(waiting, 1);
        if (underWay !== undefined) settle(underWay, 'connection broken');
        if (settled < total) open();
      });
      socket.on('data', (part: unknown) => {
        answer += part;
        if (underWay === undefined || !isWhole(answer)) return;
        const join = underWay;
        underWay = undefined;
        settle(join, answer.endsWith('{"success":true}') ? undefined : outcomeOf(answer));
        if (joins < joinsPerConnection) free();
        else socket.end();
      });
    }

    function take(): number {
      next += 1;
      return next - 1;
    }

    function tick(): void {
      if (start === 0) {
        if (idle.length < pool) return;
        start = performance.now();
        begun();
      }
      due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000) + 1);
      while (next < due) {
        const send = idle.shift();
        if (!send) return;
        send(take());
      }
    }

    const clock = setInterval(tick, 1);
    for (let connection = 0; connection < pool; connection += 1) open();
  });
}

/** Whether an answer is complete, by the Content-Length that nginx and the server send. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1];
  return answer.length >= end + 4 + Number(length ?? 0);
}

function outcomeOf(answer: string): string {
  const status = answer.slice(9, 12);
  return status === '200' ? 'refused by the list' : status;
}
