import { UsageError } from './exit-codes.ts';

type JsonObject = Record<string, unknown>;

/**
 * Writes data as JSON, with only the requested fields.
 * @param asked true for all; else names separated by commas
 * @throws UsageError that lists the existing fields
 */
export function chooseFields(
  data: JsonObject | JsonObject[],
  asked: true | string,
  fields: string[],
): string {
  const names = asked === true ? fields : fieldNames(asked, fields);
  const choose = (found: JsonObject) =>
    asked === true ? found : Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
  return `${JSON.stringify(Array.isArray(data) ? data.map(choose) : choose(data), undefined, 2)}\n`;
}

/** The names in a list such as `email,source`. Throws like chooseFields. */
export function fieldNames(asked: string, fields: string[]): string[] {
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !fields.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--json knows no field ${unknown.join(', ')}. There are: ${fields.join(', ')}.`);
}
