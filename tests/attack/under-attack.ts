import { setTimeout as wait } from 'node:timers/promises';
import type { PrivatePostgres } from '../support/postgres.ts';
import type { Attack, Report } from './attack.ts';
import { type AttackedServer, startAttacked } from './attacked-server.ts';
import { judgeJoins, judgeMemory, judgePages, judgeShare, shareOf, worst } from './bounds.ts';
import { startVisitor } from './in-process.ts';
import { misplaced } from './misplaced.ts';
import type { Visit } from './visitor.ts';

/** What one attack on one database came to. */
export interface Outcome {
  attack: string;
  database: AttackedServer['kind'];
  requests: number;
  visitors: number;
  /** The part of the visitors that got in. */
  share: number;
  /** Milliseconds. */
  worstPage: number;
  worstJoin: number;
  /** MB. */
  memory: number;
  broken: string[];
  notes: string[];
}

/** Visitors come before an attack and after it, so that what it leaves behind is met too. */
const quietMs = 2000;

async function judge(attack: Attack, attacked: AttackedServer, visits: Visit[], report: Report) {
  const end = attacked.end();
  if (end !== undefined) return [...report.broken, `the server ended (${end})`];
  return [
    ...report.broken,
    ...(attack.judge
      ? await attack.judge(visits, attacked)
      : [...judgePages(visits), ...judgeJoins(visits), ...judgeShare(visits, report.shareFrom)]),
    ...judgeMemory(attacked.peakMemory()),
    ...(await misplaced(visits, attacked.query)),
  ];
}

/** An attack that cannot go on, because nothing answers it any more, is a finding and not the end of the run. */
const asFinding = (error: unknown): string[] => [error instanceof Error ? error.message : String(error)];

/**
 * Starts a server of its own, runs one attack against it with visitors beside, and ends the server.
 * Takes the attack, the PostgreSQL to keep the list in (none: embedded) and a name for its database.
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
