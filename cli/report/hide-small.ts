import type { Group } from '../../waitlist/report-figures.ts';

/** Who is one of fewer could be known by the group's name. */
const smallestShown = 5;

/** A group whose figure is null must not be shown. */
export interface ShownGroup {
  name: string;
  entries: number | null;
}

const isSmall = (entries: number) => entries > 0 && entries < smallestShown;

/**
 * Hides groups of one to four people. One alone could be worked out from the total: then the smallest of the others goes too.
 */
export function hideSmall(groups: Group[]): ShownGroup[] {
  const small = groups.filter(({ entries }) => isSmall(entries));
  const others = groups.filter(({ entries }) => entries >= smallestShown);
  const [smallest] = others.sort((one, other) => one.entries - other.entries);
  const hidden = new Set(small.length === 1 && smallest ? [...small, smallest] : small);
  return groups.map((group) => ({ name: group.name, entries: hidden.has(group) ? null : group.entries }));
}

/** The way from joining to leaving. Who stayed and who left make up all who joined: a small one of them hides both. */
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
