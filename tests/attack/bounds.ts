import type { Visit } from './visitor.ts';

/** The limits for visitors while an attack runs, and for the server's memory (1 MB is a million bytes). */
const bounds = { pageMs: 300, joinMs: 2000, memoryMb: 500, share: 0.9 };

export const worst = (visits: Visit[], kind: Visit['kind']): number =>
  visits.reduce((most, visit) => (visit.kind === kind ? Math.max(most, visit.ms) : most), 0);

/** The share of the joins since a time (Date.now) that succeeded; 0 when there were none, for then nothing was shown. */
export function shareOf(visits: Visit[], from = 0): number {
  const joins = visits.filter(({ kind, at }) => kind === 'join' && at >= from);
  return joins.length === 0 ? 0 : joins.filter(({ outcome }) => outcome === 'ok').length / joins.length;
}

function failures(visits: Visit[], kind: Visit['kind']): string[] {
  const failed = visits.filter(
    (visit) => visit.kind === kind && (visit.outcome === 'failed' || visit.outcome === 'unavailable'),
  );
  return failed.length === 0 ? [] : [`${failed.length} ${kind}s failed (${failed[0]?.detail})`];
}

/** Pages are answered, and in time. */
export function judgePages(visits: Visit[]): string[] {
  const late = worst(visits, 'page') > bounds.pageMs ? [`a page took over ${bounds.pageMs} ms`] : [];
  return [...late, ...failures(visits, 'page')];
}

/** Joins are answered, and in time. */
export function judgeJoins(visits: Visit[]): string[] {
  const late = worst(visits, 'join') > bounds.joinMs ? [`a join took over ${bounds.joinMs} ms`] : [];
  return [...late, ...failures(visits, 'join')];
}

/** Nine of ten honest visitors get in. */
export function judgeShare(visits: Visit[], from?: number): string[] {
  const share = shareOf(visits, from);
  return share < bounds.share ? [`only ${(share * 100).toFixed(0)} % of the visitors got in`] : [];
}

export function judgeMemory(megabytes: number): string[] {
  return megabytes > bounds.memoryMb ? [`memory over ${bounds.memoryMb} MB`] : [];
}
