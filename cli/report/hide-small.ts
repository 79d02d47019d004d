import type { Group } from '../../waitlist/report-figures.ts';

/** In a smaller group somebody might be identified. */
const smallestShown = 5;

/** The figure is null for a hidden group. */
export interface ShownGroup {
  name: string;
  entries: number | null;
}

const isSmall = (entries: number) => entries > 0 && entries < smallestShown;

/**
 * Hides groups of one to four people. A single hidden group could be calculated from the total, so the smallest other group is
 * hidden too.
 */
export function hideSmall(groups: Group[]): ShownGroup[] {
  const small = groups.filter(({ entries }) => isSmall(entries));
  const others = groups.filter(({ entries }) => entries >= smallestShown);
  const [smallest] = others.sort((one, other) => one.entries - other.entries);
  const hidden = new Set(small.length === 1 && smallest ? [...small, smallest] : small);
  return groups.map((group) => ({ name: group.name, entries: hidden.has(group) ? null : group.entries }));
}

/** The figures from joining to leaving. Staying and left add up to joined, so if one of them is small both are hidden. */
export function funnelOf(
  joined: number,
  confirmed: number,
  left: number,
): Record<'joined' | 'confirmed' | 'staying' | 'left', number | null> {
  const staying = joined - left;
  const hidesParts = isSmall(left) || isSmall(staying);
  return {
    joined: isSmall(joined) ? null : joined,
    confirmed: isSmall(confirmed) ? null : confirmed,
    staying: hidesParts ? null : staying,
    left: hidesParts ? null : left,
  };
}
