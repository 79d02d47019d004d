import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, type Crowd } from './addresses.ts';
import { asAttacker } from './as-attacker.ts';
import { joinBytes } from './join-bytes.ts';

export interface JoinsOptions {
  port: number;
  seconds: number;
  connections: number;
  /** How many joins to send in all. */
  requests: number;
  /** How many a second at most. */
  perSecond: number;
  crowd: Crowd;
  /** Prefix of each email address, so that runs can be told apart in the list. */
  name: string;
  /** Whether every second email address is invalid. */
  invalid: boolean;
}

export interface JoinsReport {
  sent: number;
  joined: number;
  /** Answered, but not joined: too many tries. */
  refused: number;
  /** Answered: not a complete email address. */
  invalid: number;
  unavailable: number;
  /** Connections that closed before the answer. */
  cut: number;
  /** Any other status. */
  others: number;
  /** When the first was refused (Date.now). */
  firstRefused?: number;
  /** The longest wait for an answer, in milliseconds. */
  slowest: number;
}

const turnMs = 20;

/** Sends joins, on each connection the next as soon as the last was answered, and counts the answers. */
function send(options: JoinsOptions): Promise<JoinsReport> {
  const { port, seconds, connections, requests, perSecond, crowd, name, invalid } = options;
  const report: JoinsReport = {
    ...{ sent: 0, joined: 0, refused: 0, invalid: 0, unavailable: 0, cut: 0, others: 0, slowest: 0 },
  };
  const start = performance.now();
  const idle: Socket[] = [];
  const open = new Set<Socket>();
  const sentAt = new WeakMap<Socket, number>();
  let ended = false;

  function count(answer: string): void {
    if (answer.startsWith('HTTP/1.1 503')) report.unavailable += 1;
    else if (!answer.startsWith('HTTP/1.1 200')) report.others += 1;
    else if (answer.includes('"success":true')) report.joined += 1;
    else if (answer.includes('complete email')) report.invalid += 1;
    else {
      report.refused += 1;
      report.firstRefused ??= Date.now();
    }
  }

  function answered(socket: Socket, answer: string | undefined): void {
    const asked = sentAt.get(socket);
    if (asked === undefined) return;
    sentAt.delete(socket);
    report.slowest = Math.max(report.slowest, performance.now() - asked);
    if (answer === undefined) report.cut += 1;
    else count(answer);
  }

  function openOne(): void {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => idle.push(socket))
      .setNoDelay(true)
      .setEncoding('latin1');
    open.add(socket);
    socket.on('error', () => {});
    socket.on('data', (part) => {
      answer += part;
      if (!answer.endsWith('}')) return;
      answered(socket, answer);
      answer = '';
      idle.push(socket);
    });
    socket.on('close', () => {
      open.delete(socket);
      answered(socket, undefined);
      if (!ended && report.sent < requests) setTimeout(openOne, turnMs);
    });
  }

  function sendDue(): void {
    const due = Math.min(requests, Math.floor(((performance.now() - start) / 1000) * perSecond));
    while (report.sent < due) {
      const socket = idle.pop();
      if (!socket) return;
      if (!socket.writable) continue;
      const turn = report.sent;
      report.sent += 1;
      const domain = invalid && turn % 2 === 1 ? '' : '@attack.example';
      sentAt.set(socket, performance.now());
      socket.write(joinBytes({ email: `${name}${turn}${domain}`, address: addressOf(crowd, turn) }));
    }
  }

  const underWay = () => [...open].some((socket) => sentAt.has(socket));

  return (async () => {
    for (let number = 0; number < connections; number += 1) openOne();
    while (report.sent < requests && performance.now() - start < seconds * 1000) {
      sendDue();
      await wait(turnMs / 4);
    }
    ended = true;
    for (let waited = 0; underWay() && waited < 15_000; waited += turnMs) await wait(turnMs);
    for (const socket of open) socket.destroy();
    return report;
  })();
}

asAttacker(send);
