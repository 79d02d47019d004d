import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { asAttacker } from './as-attacker.ts';

export interface SlowOptions {
  port: number;
  seconds: number;
  connections: number;
  /** What each does: nothing; headers or a body without end, byte by byte; or nothing more after one answer. */
  kind: 'idle' | 'headers' | 'body' | 'keep-alive';
}

export interface SlowReport {
  opened: number;
  /** The most that were open at one time. */
  most: number;
}

const head = 'POST /waitlist/join HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n';
const beginnings: Record<SlowOptions['kind'], string> = {
  idle: '',
  headers: `${head}X-Slow: `,
  body: `${head}Content-Length: 1000\r\n\r\nemail=`,
  'keep-alive': 'GET /favicon.ico HTTP/1.1\r\nHost: a\r\n\r\n',
};

/** Opened in batches of this size, so that the backlog of the listening socket is not what is measured. */
const atOnce = 100;

/** Holds that many connections open, and opens another for each that the server closes. */
async function hold({ port, seconds, connections, kind }: SlowOptions): Promise<SlowReport> {
  const open = new Set<Socket>();
  const report: SlowReport = { opened: 0, most: 0 };
  const drips = kind === 'headers' || kind === 'body';
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    for (let number = 0; number < atOnce && open.size < connections; number += 1) {
      const socket = connect(port, '127.0.0.1', () => socket.write(beginnings[kind])).resume();
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
      open.add(socket);
      report.opened += 1;
    }
    report.most = Math.max(report.most, open.size);
    if (drips && turn % 10 === 0) for (const socket of open) if (socket.writable) socket.write('a');
    await wait(100);
  }
  for (const socket of open) socket.destroy();
  return report;
}

asAttacker(hold);
