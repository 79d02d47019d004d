import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { localAnonKey } from '../../server/setting-fields.ts';
import { visit } from '../support/visit.ts';

export interface Flood {
  url: string;
  seconds: number;
  connections: number;
  /** How many joins to send in all. */
  requests: number;
  /** How many a second at most. */
  perSecond: number;
  /** Each is another IPv4 /16 with six clients. */
  networks: number;
  /** Whether every second email address is invalid. */
  invalid?: boolean;
}

const options: Flood = JSON.parse(process.argv[2] ?? '');
const { url, seconds, connections, requests, perSecond, networks, invalid } = options;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
/** How many were answered what; `wrong` with another status than 200. */
const report = { sent: 0, joined: 0, invalid: 0, refused: 0, firstRefused: 0, wrong: 0 };
export type FloodReport = typeof report;
let underWay = 0;

async function join(turn: number): Promise<void> {
  underWay += 1;
  const network = turn % networks;
  // Above the visitors' addresses (run.ts).
  const from = `${100 + (network >> 8)}.${network & 255}.0.${1 + (Math.floor(turn / networks) % 6)}`;
  const email = `a${turn}${invalid && turn % 2 === 1 ? '' : '@attack.example'}`;
  const answer = await visit(url, '/rest/v1/rpc/add_to_waitlist', {
    method: 'POST',
    agent,
    headers: { apikey: localAnonKey, 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ user_email: email, entry_source: 'cta' }),
  }).catch(() => undefined);
  underWay -= 1;
  if (!answer) return;
  if (answer.status !== 200) report.wrong += 1;
  else if (answer.body.includes('"success":true')) report.joined += 1;
  else if (answer.body.includes('complete email')) report.invalid += 1;
  else {
    report.refused += 1;
    if (!report.firstRefused) report.firstRefused = Date.now();
  }
}

const start = performance.now();
const elapsed = () => (performance.now() - start) / 1000;
while (report.sent < requests && elapsed() < seconds) {
  const due = Math.min(requests, Math.floor(elapsed() * perSecond));
  for (; report.sent < due && underWay < connections; report.sent += 1) void join(report.sent);
  await wait(5);
}
for (const ended = elapsed(); underWay > 0 && elapsed() < ended + 15; ) await wait(20);
agent.destroy();
console.log(JSON.stringify(report));
