import { localAnonKey } from '../../server/settings.ts';
import { visit } from '../deploy/visit.ts';

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
  email: string;
}

export interface VisitorsOptions {
  url: string;
  /** How they have addresses of their own: by X-Forwarded-For (one proxy), or by their socket's. */
  by: 'header' | 'socket';
}

const intervalMs = 200;
const timeoutMs = 30_000;

/** Each visitor comes from a network of its own: alternately a new IPv4 /16 and a new IPv6 /32. */
function forwardedFor(visitor: number): string {
  const high = visitor >> 9;
  const low = (visitor >> 1) & 255;
  return visitor % 2 === 0
    ? `${11 + high}.${low}.7.9`
    : `2a${high.toString(16).padStart(2, '0')}:${low.toString(16)}:1::9`;
}

/** A page or a join, on a connection of its own. */
async function visitOnce({ url, by }: VisitorsOptions, visitor: number, kind: Visit['kind']): Promise<Visit> {
  const email = `v${visitor}@visitor.example`;
  const [at, start] = [Date.now(), performance.now()];
  const ended = (outcome: Visit['outcome'], detail: string): Visit => ({
    ...{ kind, email, at, ms: performance.now() - start, outcome, detail },
  });
  const way =
    by === 'header'
      ? { headers: { 'x-forwarded-for': forwardedFor(visitor) } }
      : // Linux lets a client bind to any address in 127.0.0.0/8.
        { headers: {}, from: `127.${1 + (visitor >> 8)}.${visitor & 255}.9` };
  const signal = AbortSignal.timeout(timeoutMs);
  const asJson = { apikey: localAnonKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ user_email: email, entry_source: 'Friend' });
  try {
    const { status, body: said } = await (kind === 'page'
      ? visit(url, '/', { ...way, headers: { ...way.headers, 'accept-encoding': 'gzip' }, signal })
      : visit(url, '/functions/v1/enhanced-waitlist', {
          ...{ ...way, method: 'POST', body, signal },
          headers: { ...way.headers, ...asJson },
        }));
    if (status !== 200) return ended(status === 503 ? 'unavailable' : 'failed', String(status));
    return ended(kind === 'page' || said.includes('"success":true') ? 'ok' : 'refused', '200');
  } catch (error) {
    return ended('failed', (error as NodeJS.ErrnoException).code ?? String(error));
  }
}

/** Lets visitors come, each for a page and a join; the returned function ends this and resolves to all their visits. */
export function startVisitors(options: VisitorsOptions): () => Promise<Visit[]> {
  const visits: Promise<Visit>[] = [];
  let visitor = 0;
  // At fixed intervals, not after the last answer: a server that hangs must not get fewer requests.
  const coming = setInterval(() => {
    visitor += 1;
    visits.push(visitOnce(options, visitor, 'page'), visitOnce(options, visitor, 'join'));
  }, intervalMs);
  return () => {
    clearInterval(coming);
    return Promise.all(visits);
  };
}
