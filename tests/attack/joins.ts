import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface JoinsOptions {
  port: number;
  seconds: number;
  connections: number;
  /** How many joins to send in all. */
  requests: number;
  /** How many a second at most. */
  perSecond: number;
  /** How the attackers' addresses are distributed: each network in another IPv4 /16, or all as /48s of one IPv6 /32. */
  form: 'ipv4' | 'ipv6';
  networks: number;
  /** Clients in each network. */
  clients: number;
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

/** The address of the n-th try: it cycles through the networks, then through their clients. */
function addressOf({ form, networks, clients }: JoinsOptions, turn: number): string {
  const network = turn % networks;
  const client = 1 + (Math.floor(turn / networks) % clients);
  if (form === 'ipv6') return `2001:db8:${network.toString(16)}:${client.toString(16)}::1`;
  // Above the visitors' addresses (visitors.ts); what does not fit into the second byte overflows into the first, then the third.
  return `${100 + ((network >> 8) & 127)}.${network & 255}.${network >> 15}.${client}`;
}

/** A join with only what the server requires. */
function joinBytes(email: string, address: string): string {
  const body = `{"user_email":"${email}","entry_source":"cta"}`;
  return `POST /rest/v1/rpc/add_to_waitlist HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nApikey: sb_publishable_bukoor_local\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends joins, on each connection the next as soon as the last was answered, and counts the answers. */
async function send(options: JoinsOptions): Promise<JoinsReport> {
  const { port, seconds, connections, requests, perSecond, name, invalid } = options;
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
      socket.write(joinBytes(`${name}${turn}${domain}`, addressOf(options, turn)));
    }
  }

  for (let number = 0; number < connections; number += 1) openOne();
  while (report.sent < requests && performance.now() - start < seconds * 1000) {
    sendDue();
    await wait(turnMs / 4);
  }
  ended = true;
  const isUnderWay = () => [...open].some((socket) => sentAt.has(socket));
  for (let waited = 0; isUnderWay() && waited < 15_000; waited += turnMs) await wait(turnMs);
  for (const socket of open) socket.destroy();
  return report;
}

/**
 * Does this in a process of its own, so that visitors do not wait for its event loop, and at the lowest priority, which leaves
 * the processors to the server and the visitors: a real attacker brings its own.
 */
export async function sendJoins(options: JoinsOptions): Promise<JoinsReport> {
  const child = fork(fileURLToPath(import.meta.url), ['attacker'], { stdio: ['ignore', 2, 2, 'ipc'] });
  const deadline = setTimeout(() => child.kill('SIGKILL'), (options.seconds + 30) * 1000);
  child.send(options);
  const ended = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => undefined)]);
  clearTimeout(deadline);
  if (!ended) throw new Error('The attacker ended without a report.');
  child.disconnect();
  return ended[0];
}

if (process.argv[2] === 'attacker') {
  setPriority(19);
  process.once('disconnect', () => process.exit());
  process.once('message', async (options: JoinsOptions) => process.send?.(await send(options)));
}
