import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { localAnonKey } from '../../server/settings.ts';
import { visit } from '../deploy/visit.ts';

export interface FloodOptions {
  url: string;
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

export type FloodReport = Awaited<ReturnType<typeof send>>;

/** The address of the n-th try: it cycles through the networks, then through their clients. */
function addressOf({ form, networks, clients }: FloodOptions, turn: number): string {
  const network = turn % networks;
  const client = 1 + (Math.floor(turn / networks) % clients);
  if (form === 'ipv6') return `2001:db8:${network.toString(16)}:${client.toString(16)}::1`;
  // Above the visitors' addresses (visitors.ts); what does not fit into the second byte overflows into the first, then the third.
  return `${100 + ((network >> 8) & 127)}.${network & 255}.${network >> 15}.${client}`;
}

/** Sends joins at their pace, as many at once as there are connections, and counts the answers. */
async function send(options: FloodOptions) {
  const { url, seconds, connections, requests, perSecond, name, invalid } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** Too many tries are `refused`, addresses that are none `invalid`; `cut` closed before the answer, `slowest` is in ms. */
  const report = {
    sent: 0,
    joined: 0,
    refused: 0,
    invalid: 0,
    unavailable: 0,
    cut: 0,
    others: 0,
    slowest: 0,
  };
  let firstRefused: number | undefined;
  let underWay = 0;

  async function join(turn: number): Promise<void> {
    underWay += 1;
    const askedAt = performance.now();
    const email = `${name}${turn}${invalid && turn % 2 === 1 ? '' : '@attack.example'}`;
    const answer = await visit(url, '/rest/v1/rpc/add_to_waitlist', {
      ...{ method: 'POST', agent },
      headers: {
        ...{ apikey: localAnonKey, 'content-type': 'application/json' },
        'x-forwarded-for': addressOf(options, turn),
      },
      body: JSON.stringify({ user_email: email, entry_source: 'cta' }),
    }).catch(() => undefined);
    underWay -= 1;
    report.slowest = Math.max(report.slowest, performance.now() - askedAt);
    if (!answer) report.cut += 1;
    else if (answer.status === 503) report.unavailable += 1;
    else if (answer.status !== 200) report.others += 1;
    else if (answer.body.includes('"success":true')) report.joined += 1;
    else if (answer.body.includes('complete email')) report.invalid += 1;
    else {
      report.refused += 1;
      firstRefused ??= Date.now();
    }
  }

  const start = performance.now();
  while (report.sent < requests && performance.now() - start < seconds * 1000) {
    const due = Math.min(requests, Math.floor(((performance.now() - start) / 1000) * perSecond));
    for (; report.sent < due && underWay < connections; report.sent += 1) void join(report.sent);
    await wait(5);
  }
  const lastSentAt = performance.now();
  while (underWay > 0 && performance.now() - lastSentAt < 15_000) await wait(20);
  agent.destroy();
  return { ...report, firstRefused };
}

/**
 * Does this in a process of its own, so that visitors do not wait for its event loop, and at the lowest priority, which leaves
 * the processors to the server and the visitors: a real attacker brings its own.
 */
export async function flood(options: FloodOptions): Promise<FloodReport> {
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
  process.once('message', async (options: FloodOptions) => process.send?.(await send(options)));
}
