import { UsageError } from './exit-codes.ts';

type JsonObject = Record<string, unknown>;

/**
 * JSON of what was found, cut to the fields asked for.
 * @param asked true for all; else names with commas between them
 * @throws UsageError that lists the fields there are
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

/** The names in a list such as `email,source`. Throws as chooseFields. */
export function fieldNames(asked: string, fields: string[]): string[] {
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !fields.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--json knows no field ${unknown.join(', ')}. There are: ${fields.join(', ')}.`);
}
