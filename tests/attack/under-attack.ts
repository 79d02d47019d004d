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
  /** For an attack during which nobody can join: every visitor is told so (503) within this time. */
  unavailableWithinMs?: number;
}

/** The limits for visitors while an attack runs, and for the server's memory (1 MB is a million bytes). */
const bounds = { pageMs: 300, joinMs: 2000, memoryMb: 500, share: 0.9 };

/** Visitors come before an attack and after it too, so that its after-effects are measured. */
const quietMs = 2000;
/** Longer than the server waits for requests under way. */
const shutdownTimeoutMs = 30_000;

const slowest = (visits: Visit[]) => Math.max(0, ...visits.map(({ ms }) => ms));
const countOf = (visits: Visit[], outcomes: RegExp) =>
  visits.filter(({ outcome }) => outcomes.test(outcome)).length;
/** What is said of something that should be so and is not. */
export const unless = (isSo: boolean, sentence: string) => (isSo ? [] : [sentence]);

function judgeAnswers(visits: Visit[], kind: Visit['kind'], mostMs: number, wrong = /failed|unavailable/) {
  const failed = visits.filter(({ outcome }) => wrong.test(outcome));
  return [
    ...unless(slowest(visits) <= mostMs, `a ${kind} took over ${mostMs} ms`),
    ...unless(failed.length === 0, `${failed.length} ${kind}s failed (${failed[0]?.detail})`),
  ];
}

/** Compares the answers that visitors got with what is stored. */
async function judgeList(joins: Visit[], query: Database['query']): Promise<string[]> {
  const rows = await query<{ email: string }>(
    `select email from waitlist.entries where email like '%@visitor.example'`,
  );
  const known = new Set(rows.map(({ email }) => email));
  const { kept = [], lost = [] } = Object.groupBy(joins, ({ email }) => (known.has(email) ? 'kept' : 'lost'));
  const missing = countOf(lost, /ok/);
  const uninvited = countOf(kept, /refused|unavailable/);
  return [
    ...unless(missing === 0, `${missing} acknowledged visitors are not stored`),
    ...unless(uninvited === 0, `${uninvited} refused visitors are stored`),
  ];
}

/** The peak of a process's memory since it was last forgotten, in MB. proc_pid_status(5): in KiB. */
const peakMemory = (pid: number) =>
  (Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1_000_000;

/**
 * Starts the server on the built site with an empty list of its own, runs one attack against it while visitors come, and stops
 * it. An attack that fails because nothing answers any more is a finding, and does not stop the run. Returns the row of its
 * figures, in milliseconds and MB, a note, and whether the server held.
 * @param postgres holds the list; without it the embedded database does
 * @param name of the database in PostgreSQL
 */
export async function underAttack(attack: Attack, postgres: PrivatePostgres | undefined, name: string) {
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
  const { pid } = server.child;
  if (server.url === '' || pid === undefined)
    throw new Error(`The server did not start. It said:\n${server.output()}`);
  const tool = await openDatabaseForTools(options);
  // proc_pid_clear_refs(5): 5 resets the peak. Creating the database briefly takes more memory than anything that follows.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');

  const endVisitors = startVisitors({ url: server.url, by: attack.visitorsBy });
  await wait(quietMs);
  const report = await attack
    .run({ url: server.url, options, query: tool.query })
    .catch((error: Error): Report => ({ requests: 0, broken: [error.message], note: '' }));
  await wait(quietMs);
  const visits = await endVisitors();
  const pages = visits.filter(({ kind }) => kind === 'page');
  const joins = visits.filter(({ kind }) => kind === 'join');
  const counted = joins.filter(({ at }) => at >= (report.shareFrom ?? 0));
  // None counted is 0: then nothing was shown.
  const share = countOf(counted, /ok/) / Math.max(1, counted.length);
  const percent = `${(share * 100).toFixed(0)} %`;
  const broken = [...report.broken];
  let memory = 0;
  if (server.hasEnded()) broken.push(`the server ended: ${server.output().slice(-500)}`);
  else {
    memory = peakMemory(pid);
    broken.push(
      ...judgeAnswers(pages, 'page', bounds.pageMs),
      ...(attack.unavailableWithinMs
        ? judgeAnswers(joins, 'join', attack.unavailableWithinMs, /failed|refused/)
        : [
            ...judgeAnswers(joins, 'join', bounds.joinMs),
            ...unless(share >= bounds.share, `only ${percent} of the visitors got in`),
          ]),
      ...unless(memory <= bounds.memoryMb, `memory over ${bounds.memoryMb} MB`),
      ...(await judgeList(joins, tool.query).catch((error: Error) => [error.message])),
    );
  }
  tool.close().catch(() => {});
  const hasStopped = await Promise.race([
    server.stop('SIGTERM').then(() => true),
    wait(shutdownTimeoutMs, false, { ref: false }),
  ]);
  broken.push(...unless(hasStopped, 'SIGTERM was not obeyed'));
  await server.stop('SIGKILL');
  folder.remove();
  const cells = [
    ...[attack.name, postgres ? 'PostgreSQL' : 'embedded', report.requests.toLocaleString('en-GB')],
    ...[joins.length, percent, `${slowest(pages).toFixed(0)} ms`, `${slowest(joins).toFixed(0)} ms`],
    ...[`${memory.toFixed(0)} MB`, broken.length === 0 ? 'held' : `BROKEN: ${broken.join('; ')}`],
  ];
  return { row: `| ${cells.join(' | ')} |`, note: report.note, held: broken.length === 0 };
}
