import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Attack } from '../attack.ts';
import type { AttackedServer } from '../attacked-server.ts';
import type { JoinsOptions, JoinsReport } from '../attackers/joins.ts';
import { judgePages } from '../bounds.ts';
import { runAttacker } from '../in-process.ts';
import type { Visit } from '../visitor.ts';

const stuckMs = 30_000;
/** A join has to be answered 503 within this time: the visitor's browser waits ten seconds. */
const answerMs = 8000;

/** Locks the table of entries, as somebody does who alters it by hand. */
async function lockEntries(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table waitlist.entries in access exclusive mode');
    await wait(stuckMs);
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

interface Readiness {
  at: number;
  status: number;
}

/** Asks once a second until aborted. */
async function watchReadiness(url: string, ended: AbortSignal): Promise<Readiness[]> {
  const seen: Readiness[] = [];
  while (!ended.aborted) {
    const at = Date.now();
    const status = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      (answer) => answer.status,
      () => 0,
    );
    seen.push({ at, status });
    await wait(1000);
  }
  return seen;
}

async function count(query: AttackedServer['query'], where: string, parameters: unknown[]): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::integer as count from waitlist.entries where ${where}`,
    parameters,
  );
  return row?.count ?? 0;
}

/** A lock of 30 s on the table of entries, while visitors and a hundred other connections try to join. */
export const stuckPostgres: Attack = {
  name: 'stuck database',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ url, port, options, query }) {
    const watching = new AbortController();
    const readiness = watchReadiness(url, watching.signal);
    const lockedAt = Date.now();
    const lock = lockEntries(options.databaseUrl ?? '');
    await wait(500);
    const joins = await runAttacker<JoinsOptions, JoinsReport>('joins.ts', {
      port,
      seconds: 25,
      connections: 100,
      requests: 10_000,
      perSecond: 100,
      crowd: { form: 'ipv4', networks: 10_000, clients: 1 },
      name: 's',
      invalid: false,
    });
    await lock;
    const releasedAt = Date.now();
    // A refused join whose statement is still running would be stored now.
    await wait(10_000);
    watching.abort();
    const seen = await readiness;
    const late = seen.filter(({ at }) => at > lockedAt + answerMs + 2000 && at < releasedAt - 1000);
    const wrong = late.filter(({ status }) => status !== 503).length;
    const stored = await count(query, 'email like $1', ['s%@attack.example']);
    return {
      requests: joins.sent,
      broken: [
        ...(wrong > 0 ? [`/readyz was not 503 in ${wrong} of ${late.length} checks`] : []),
        ...(seen.at(-1)?.status === 200 ? [] : ['/readyz did not recover']),
        ...(joins.slowest > answerMs ? [`an answer came after ${(joins.slowest / 1000).toFixed(1)} s`] : []),
        ...(joins.cut + joins.others > 0
          ? [`${joins.cut} connections cut, ${joins.others} other answers`]
          : []),
        ...(stored > joins.joined
          ? [`${stored - joins.joined} refused joins of the flood were stored later`]
          : []),
        ...(stored < joins.joined ? [`${joins.joined - stored} acknowledged joins are missing`] : []),
      ],
      notes: [
        `${joins.unavailable} answered 503, ${joins.joined} joined, slowest ${(joins.slowest / 1000).toFixed(1)} s`,
      ],
    };
  },
  async judge(visits, { query }) {
    const joins = visits.filter(({ kind }) => kind === 'join');
    const refused = joins.filter(({ outcome }) => outcome !== 'ok').map(({ email }) => email);
    const stored = await count(query, 'email = any ($1)', [refused]);
    const slow = joins.filter(({ ms }) => ms > answerMs).length;
    const other = joins.filter(({ outcome }) => outcome === 'failed' || outcome === 'refused').length;
    return [
      ...judgePages(visits),
      ...(slow > 0 ? [`${slow} visitors waited over ${answerMs / 1000} s`] : []),
      ...(other > 0 ? [`${other} visitors got neither in nor a 503`] : []),
      ...(stored > 0 ? [`${stored} refused visitors were stored later`] : []),
    ];
  },
};

/**
 * The nearest equivalent for the embedded database: a tool's statement that takes some seconds. One thread does everything
 * there, so visitors wait until it ends; no time limit applies, only that nothing is lost or invented.
 */
export const stuckEmbedded: Attack = {
  name: 'long statement of a tool',
  settings: { TRUST_PROXY: '1' },
  visitorsBy: 'header',
  async run({ query }) {
    const start = performance.now();
    // Not `from generate_series(…)`: that would put all numbers into memory first.
    await query('select count(*)::integer from (select generate_series(1, 50000000)) as numbers');
    const seconds = (performance.now() - start) / 1000;
    await wait(5000);
    return { requests: 1, broken: [], notes: [`the statement took ${seconds.toFixed(1)} s`] };
  },
  async judge(visits: Visit[], { query }) {
    const joins = visits.filter(({ kind }) => kind === 'join');
    const unavailable = joins.filter(({ outcome }) => outcome === 'unavailable').map(({ email }) => email);
    const stored = await count(query, 'email = any ($1)', [unavailable]);
    const failed = visits.filter(({ outcome }) => outcome === 'failed').length;
    return [
      ...(stored > 0 ? [`${stored} visitors who were answered 503 were stored later`] : []),
      ...(failed > 0 ? [`${failed} visits failed`] : []),
    ];
  },
};
