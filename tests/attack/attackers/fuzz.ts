import { connect } from 'node:net';
import fc from 'fast-check';
import { asAttacker } from './as-attacker.ts';
import { anyBytes, wellFormed } from './hostile.ts';

export interface FuzzOptions {
  port: number;
  seconds: number;
  requests: number;
  seed: number;
}

export interface FuzzReport {
  sent: number;
  connections: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  /** Connections that were neither answered nor closed in time. */
  hung: number;
  /** Connections that the server did not accept. */
  refused: number;
  /** What was sent where a 5xx came back. */
  culprits: string[];
}

const concurrency = 32;
/** Requests on one connection, sent together: no more than a browser that pipelines would send. */
const perConnection = 4;
const blockSize = 4000;
/** Longer than the server waits for a request. */
const timeoutMs = 15_000;

interface Sending {
  bytes: Buffer;
  requests: number;
}

/** The next block of hostile connections: half the requests are not HTTP at all, half are HTTP with hostile content. */
function block(seed: number): Sending[] {
  const half = blockSize / 2;
  const lone = fc.sample(anyBytes, { numRuns: half, seed }).map((bytes) => ({ bytes, requests: 1 }));
  const formed = fc.sample(wellFormed, { numRuns: half, seed });
  const together = Array.from({ length: half / perConnection }, (_, number) => {
    const first = number * perConnection;
    return { bytes: Buffer.concat(formed.slice(first, first + perConnection)), requests: perConnection };
  });
  return [...lone, ...together];
}

interface Exchange {
  port: number;
  bytes: Buffer;
  /** The client's address: a single one would soon have no port left that is not in TIME_WAIT. */
  localAddress: string;
}

/** Sends bytes, half-closes and reads until the server closes. */
function exchange({ port, bytes, localAddress }: Exchange): Promise<{ text: string } | 'hung' | 'refused'> {
  return new Promise((resolve) => {
    let text = '';
    let taken = false;
    const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
    const hung = setTimeout(() => {
      resolve('hung');
      socket.destroy();
    }, timeoutMs);
    socket.on('connect', () => {
      taken = true;
      socket.end(bytes);
    });
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(hung);
      resolve(taken ? { text } : 'refused');
    });
  });
}

async function fuzz({ port, seconds, requests, seed }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, connections: 0, statuses: {}, hung: 0, refused: 0, culprits: [] };
  const end = performance.now() + seconds * 1000;
  let queue: Sending[] = [];
  let blocks = 0;

  function next(): Sending | undefined {
    if (report.sent >= requests || performance.now() > end) return undefined;
    if (queue.length === 0) {
      queue = block(seed + blocks);
      blocks += 1;
    }
    const sending = queue.pop();
    report.sent += sending?.requests ?? 0;
    return sending;
  }

  async function sendInTurn(): Promise<void> {
    for (let sending = next(); sending; sending = next()) {
      report.connections += 1;
      const localAddress = `127.0.0.${1 + (report.connections % 100)}`;
      const answer = await exchange({ port, bytes: sending.bytes, localAddress });
      if (typeof answer === 'string') {
        report[answer] += 1;
        continue;
      }
      for (const [, status = ''] of answer.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        report.statuses[status] = (report.statuses[status] ?? 0) + 1;
        if (status.startsWith('5')) report.culprits.push(sending.bytes.toString('latin1').slice(0, 2000));
      }
    }
  }

  await Promise.all(Array.from({ length: concurrency }, sendInTurn));
  return { ...report, culprits: report.culprits.slice(0, 3) };
}

asAttacker(fuzz);
