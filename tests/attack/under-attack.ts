import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabaseForTools } from '../../database/open-database.ts';
import { startServer } from '../contract/start-server.ts';
import type { PrivatePostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startVisitors, type Visit, type VisitorsOptions } from './visitors.ts';

interface AttackedServer {
  url: string;
  port: number;
  /** Where its list is kept. */
  options: DatabaseOptions;
  /** Asks the database directly, as a tool would. */
  query: Database['query'];
}

/** What an attack reports of itself, besides what the visitors experienced. */
interface Report {
  /** Requests that were really sent. */
  requests: number;
  /** What went wrong, in plain words; empty when the server held. */
  broken: string[];
  /** A figure worth printing below the table. */
  note: string;
  /** Only visitors from this time on (Date.now) count for the share that gets in; without it all do. */
  shareFrom?: number | undefined;
}

export interface Attack {
  name: string;
  /** How visitors have addresses of their own: through one proxy, or at a server without one. */
  visitorsBy: VisitorsOptions['by'];
  run(attacked: AttackedServer): Promise<Report>;
  /** Which bounds the joins break; without it the usual ones apply. */
  judgeJoins?(visits: Visit[]): string[];
}

/** The result of one attack on one database. */
export interface Outcome {
  attack: string;
  database: Database['kind'];
  requests: number;
  visitors: number;
  /** The share of the visitors that got in. */
  share: number;
  /** Milliseconds. */
  worstPage: number;
  worstJoin: number;
  /** MB. */
  memory: number;
  broken: string[];
  note: string;
}

/** The limits for visitors while an attack runs, and for the server's memory (1 MB is a million bytes). */
const bounds = { pageMs: 300, joinMs: 2000, memoryMb: 500, share: 0.9 };

/** Visitors come before an attack and after it too, so that its after-effects are measured. */
const quietMs = 2000;
/** Longer than the server waits for requests under way. */
const shutdownTimeoutMs = 30_000;

const worst = (visits: Visit[], kind: Visit['kind']) =>
  visits.reduce((most, visit) => (visit.kind === kind ? Math.max(most, visit.ms) : most), 0);

/** The share of the joins since a time (Date.now) that succeeded; 0 when there were none, for then nothing was shown. */
function shareOf(visits: Visit[], from = 0): number {
  const joins = visits.filter(({ kind, at }) => kind === 'join' && at >= from);
  return joins.length === 0 ? 0 : joins.filter(({ outcome }) => outcome === 'ok').length / joins.length;
}

function judgeAnswers(visits: Visit[], kind: Visit['kind'], mostMs: number): string[] {
  const failed = visits.filter((visit) => visit.kind === kind && /failed|unavailable/.test(visit.outcome));
  return [
    ...(worst(visits, kind) > mostMs ? [`a ${kind} took over ${mostMs} ms`] : []),
    ...(failed.length > 0 ? [`${failed.length} ${kind}s failed (${failed[0]?.detail})`] : []),
  ];
}

/** Nine of ten honest visitors get in. */
function judgeShare(visits: Visit[], from?: number): string[] {
  const share = shareOf(visits, from);
  return share < bounds.share ? [`only ${(share * 100).toFixed(0)} % of the visitors got in`] : [];
}

/** Compares the answers that visitors got with what is stored. */
async function judgeList(visits: Visit[], query: Database['query']): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select email from waitlist.entries where email like '%@visitor.example'`,
  );
  const stored = new Set(rows.map(({ email }) => email));
  const joins = visits.filter(({ kind }) => kind === 'join');
  const missing = joins.filter(({ outcome, email }) => outcome === 'ok' && !stored.has(email)).length;
  const uninvited = joins.filter(
    ({ outcome, email }) => /refused|unavailable/.test(outcome) && stored.has(email),
  ).length;
  return [
    ...(missing > 0 ? [`${missing} acknowledged visitors are not stored`] : []),
    ...(uninvited > 0 ? [`${uninvited} refused visitors are stored`] : []),
  ];
}

/**
 * Starts the server on the built site with an empty list of its own, runs one attack against it while visitors come, and stops
 * it. An attack that fails because nothing answers any more is a finding, and does not stop the run.
 * @param postgres holds the list; without it the embedded database does
 * @param name of the database in PostgreSQL
 */
export async function underAttack(
  attack: Attack,
  postgres: PrivatePostgres | undefined,
  name: string,
): Promise<Outcome> {
  const folder = temporaryFolder();
  const options: DatabaseOptions = {
    dataDir: join(folder.path, 'data'),
    ...(postgres && { databaseUrl: await postgres.createDatabase(name) }),
  };
  const server = await startServer(resolve('.'), {
    LOG_LEVEL: 'error',
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl ?? '',
    TRUST_PROXY: attack.visitorsBy === 'header' ? '1' : '0',
  });
  const { pid } = server.process;
  if (server.url === '' || pid === undefined)
    throw new Error(`The server did not start. It said:\n${server.output()}`);
  const killAtExit = () => server.process.kill('SIGKILL');
  process.once('exit', killAtExit);
  const tool = await openDatabaseForTools(options);
  const attacked = { url: server.url, port: Number(new URL(server.url).port), options, query: tool.query };
  // proc_pid_clear_refs(5): 5 resets the peak. Creating the database briefly takes more memory than anything that follows.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');

  const endVisitors = startVisitors({ url: server.url, by: attack.visitorsBy });
  await wait(quietMs);
  const report = await attack
    .run(attacked)
    .catch((error: Error): Report => ({ requests: 0, broken: [error.message], note: '' }));
  await wait(quietMs);
  const visits = await endVisitors();
  const broken = [...report.broken];
  let memory = 0;
  if (server.process.exitCode !== null || server.process.signalCode !== null)
    broken.push(`the server ended: ${server.output().slice(-500)}`);
  else {
    // proc_pid_status(5): the peak resident set size, in KiB.
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    memory = (Number(peak) * 1024) / 1_000_000;
    broken.push(
      ...judgeAnswers(visits, 'page', bounds.pageMs),
      ...(attack.judgeJoins?.(visits) ?? [
        ...judgeAnswers(visits, 'join', bounds.joinMs),
        ...judgeShare(visits, report.shareFrom),
      ]),
      ...(memory > bounds.memoryMb ? [`memory over ${bounds.memoryMb} MB`] : []),
      ...(await judgeList(visits, tool.query).catch((error: Error) => [error.message])),
    );
  }
  tool.close().catch(() => {});
  const hasStopped = await Promise.race([
    server.stop('SIGTERM').then(() => true),
    wait(shutdownTimeoutMs, false, { ref: false }),
  ]);
  if (!hasStopped) await server.stop('SIGKILL');
  process.off('exit', killAtExit);
  folder.remove();
  return {
    attack: attack.name,
    database: postgres ? 'postgres' : 'embedded',
    requests: report.requests,
    visitors: visits.length / 2,
    share: shareOf(visits, report.shareFrom),
    worstPage: worst(visits, 'page'),
    worstJoin: worst(visits, 'join'),
    memory,
    broken: hasStopped ? broken : [...broken, 'SIGTERM was not obeyed'],
    note: report.note,
  };
}
