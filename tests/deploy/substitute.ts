/**
 * Replaces values in a committed configuration (ports, paths, names), so that it does not collide with others.
 * @throws Error when a value is not in it: a test would then use the machine's own files
 */
export function substitute(
  text: string,
  values: readonly (readonly [found: string, instead: string])[],
): string {
  return values.reduce((changed, [found, instead]) => {
    if (!changed.includes(found)) throw new Error(`The configuration does not hold ${found} any more.`);
    return changed.replaceAll(found, instead);
  }, text);
}
