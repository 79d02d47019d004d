/**
 * A committed configuration with some of its values replaced (ports, paths, names), so that it runs beside others.
 * @throws when a value does not stand in it: then a test would run on the machine's own files
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
