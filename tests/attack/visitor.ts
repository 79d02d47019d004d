import { request } from 'node:http';

/** One page load or one join of an honest visitor. */
export interface Visit {
  kind: 'page' | 'join';
  /** When it began (Date.now). */
  at: number;
  ms: number;
  /** 'refused': answered, but not joined. 'unavailable': 503. 'failed': anything else. */
  outcome: 'ok' | 'refused' | 'unavailable' | 'failed';
  detail: string;
  /** The address that asked to join. */
  email?: string;
}

export interface VisitorOptions {
  port: number;
  by: 'header' | 'socket';
}

const intervalMs = 200;
const timeoutMs = 30_000;

const visits: Visit[] = [];
const underWay = new Set<Promise<void>>();
let number = 0;

/** Each visitor comes from a network of its own: alternately a new IPv4 /16 and a new IPv6 /32. */
function forwardedFor(visitor: number): string {
  const high = visitor >> 9;
  const low = (visitor >> 1) & 255;
  return visitor % 2 === 0
    ? `${11 + high}.${low}.7.9`
    : `2a${high.toString(16).padStart(2, '0')}:${low.toString(16)}:1::9`;
}

/** Linux lets a client bind to any address in 127.0.0.0/8. */
const ownSocket = (visitor: number) => `127.${1 + (visitor >> 8)}.${visitor & 255}.9`;

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** One request on a connection of its own; resolves at the end of the answer. */
function ask({ port, by }: VisitorOptions, { method, path, headers, body }: Asked) {
  const address: { localAddress?: string; headers: Record<string, string> } =
    by === 'socket'
      ? { localAddress: ownSocket(number), headers }
      : { headers: { ...headers, 'x-forwarded-for': forwardedFor(number) } };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false, signal, ...address });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      let text = '';
      answer.setEncoding('latin1').on('data', (part) => {
        text += part;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.end(body);
  });
}

function outcomeOf(kind: Visit['kind'], status: number, text: string): Visit['outcome'] {
  if (status === 503) return 'unavailable';
  if (status !== 200) return 'failed';
  return kind === 'page' || text.includes('"success":true') ? 'ok' : 'refused';
}

async function visit(options: VisitorOptions, kind: Visit['kind'], asked: Asked, email?: string) {
  const at = Date.now();
  const start = performance.now();
  const answer = await ask(options, asked).catch((error: NodeJS.ErrnoException) => error);
  const ms = performance.now() - start;
  const known = { kind, at, ms, ...(email === undefined ? {} : { email }) };
  visits.push(
    answer instanceof Error
      ? { ...known, outcome: 'failed', detail: answer.code ?? answer.name }
      : { ...known, outcome: outcomeOf(kind, answer.status, answer.text), detail: String(answer.status) },
  );
}

function visitOnce(options: VisitorOptions): void {
  number += 1;
  const email = `v${number}@visitor.example`;
  const page = { method: 'GET', path: '/', headers: { 'accept-encoding': 'gzip' }, body: '' };
  const body = JSON.stringify({ user_email: email, entry_source: 'Friend' });
  const join = {
    method: 'POST',
    path: '/functions/v1/enhanced-waitlist',
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      apikey: 'sb_publishable_bukoor_local',
    },
    body,
  };
  for (const coming of [visit(options, 'page', page), visit(options, 'join', join, email)]) {
    underWay.add(coming);
    void coming.then(() => underWay.delete(coming));
  }
}

process.once('disconnect', () => process.exit());
process.once('message', (options: VisitorOptions) => {
  // At fixed intervals, not after the last answer: a server that hangs must not get fewer requests.
  const coming = setInterval(() => visitOnce(options), intervalMs);
  process.once('message', async () => {
    clearInterval(coming);
    await Promise.all(underWay);
    process.send?.(visits);
  });
});
