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
  /** What was sent where a 5xx came back. */
  culprits: string[];
}

const sideBySide = 32;
/** Requests on one connection, sent together: no more than a browser that pipelines would send. */
const perConnection = 4;
const blockSize = 4000;
/** Longer than the server waits for a request. */
const patienceMs = 15_000;

interface Sending {
  bytes: Buffer;
  requests: number;
}

/** The next block of hostile connections: half the requests are no HTTP at all, half are HTTP of hostile content. */
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

/** Sends bytes and an end, and reads until the server closes; returns what came, or undefined when it never closed. */
function exchange(port: number, bytes: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes)).setEncoding('latin1');
    const hung = setTimeout(() => {
      resolve(undefined);
      socket.destroy();
    }, patienceMs);
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(hung);
      resolve(text);
    });
  });
}

async function fuzz({ port, seconds, requests, seed }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = { sent: 0, connections: 0, statuses: {}, hung: 0, culprits: [] };
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
      const answer = await exchange(port, sending.bytes);
      if (answer === undefined) report.hung += 1;
      for (const [, status = ''] of (answer ?? '').matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        report.statuses[status] = (report.statuses[status] ?? 0) + 1;
        if (status.startsWith('5')) report.culprits.push(sending.bytes.toString('latin1').slice(0, 2000));
      }
    }
  }

  await Promise.all(Array.from({ length: sideBySide }, sendInTurn));
  return { ...report, culprits: report.culprits.slice(0, 3) };
}

asAttacker(fuzz);
