import { setTimeout as wait } from 'node:timers/promises';
import type { PrivatePostgres } from '../support/postgres.ts';
import type { Attack, Report } from './attack.ts';
import { type AttackedServer, startAttacked } from './attacked-server.ts';
import { judgeJoins, judgeMemory, judgePages, judgeShare, shareOf, worst } from './bounds.ts';
import { startVisitor } from './in-process.ts';
import { misplaced } from './misplaced.ts';
import type { Visit } from './visitor.ts';

/** The result of one attack on one database. */
export interface Outcome {
  attack: string;
  database: AttackedServer['kind'];
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
  notes: string[];
}

/** Visitors come before an attack and after it too, so that its after-effects are measured. */
const quietMs = 2000;

async function judge(attack: Attack, attacked: AttackedServer, visits: Visit[], report: Report) {
  const end = attacked.end();
  if (end !== undefined) return [...report.broken, `the server ended (${end})`];
  return [
    ...report.broken,
    ...(visits.length === 0 ? ['no visitor came, so this run shows nothing'] : []),
    ...(attack.judge
      ? await attack.judge(visits, attacked)
      : [...judgePages(visits), ...judgeJoins(visits), ...judgeShare(visits, report.shareFrom)]),
    ...judgeMemory(attacked.peakMemory()),
    ...(await misplaced(visits, attacked.query)),
  ];
}

/** An attack that fails because nothing answers any more is a finding, and does not stop the run. */
const asFinding = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

/**
 * Starts a server, runs one attack against it while visitors come, and stops the server.
 * @param postgres holds the list; without it the embedded database does
 * @param name of the database in PostgreSQL
 */
export async function underAttack(
  attack: Attack,
  postgres: PrivatePostgres | undefined,
  name: string,
): Promise<Outcome> {
  const attacked = await startAttacked(postgres, name, attack.settings);
  let report: Report = { requests: 0, broken: [], notes: [] };
  let visits: Visit[] = [];
  let broken: string[] = [];
  let obeyed = false;
  try {
    await attack.prepare?.(attacked);
    attacked.forgetPeak();
    const noMoreVisitors = startVisitor({ port: attacked.port, by: attack.visitorsBy });
    await wait(quietMs);
    report = await attack.run(attacked).catch((error) => ({ ...report, broken: asFinding(error) }));
    await wait(quietMs);
    visits = await noMoreVisitors();
    broken = await judge(attack, attacked, visits, report).catch((error) => [
      ...report.broken,
      ...asFinding(error),
    ]);
  } finally {
    obeyed = await attacked.stop();
  }
  return {
    attack: attack.name,
    database: attacked.kind,
    requests: report.requests,
    visitors: visits.filter(({ kind }) => kind === 'join').length,
    share: shareOf(visits, report.shareFrom),
    worstPage: worst(visits, 'page'),
    worstJoin: worst(visits, 'join'),
    memory: attacked.peakMemory(),
    broken: obeyed ? broken : [...broken, 'SIGTERM was not obeyed'],
    notes: report.notes,
  };
}
