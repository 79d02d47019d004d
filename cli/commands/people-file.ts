import { readTextFile } from '../../system/text-file.ts';
import type { ImportedReason } from '../../waitlist/suppressions.ts';
import { readCsv, unguarded } from '../csv.ts';
import { UsageError } from '../terminal.ts';
import { findUnknownStates, isStateColumn, reasonOfRow, type StateColumn } from './state-columns.ts';

/**
 * A person in a file, with the line on which they begin, or why that line is invalid. `reason`: why another mail tool may not write to
 * them, if the file says so.
 */
export type ReadLine =
  | { line: number; email: string; source: string | undefined; reason: ImportedReason | undefined }
  | { line: number; fault: string };

export interface PeopleFile {
  /** In the order of the file. */
  lines: ReadLine[];
  /** The columns of a CSV that are not taken. */
  ignored: string[];
  /** The columns that may say who does not want our emails, or cannot get them, in words that are not understood. */
  states: StateColumn[];
}

/** What stands in the columns of a line, by their names, or why it cannot be read. */
type Row = { line: number; cells: Record<string, unknown> } | { line: number; fault: string };

/**
 * Reads a file of people: CSV with a header, or one JSON object on each line.
 * @throws Error with a sentence when it is no such file; UsageError when nobody is in it
 */
export function readPeople(file: string): PeopleFile {
  const text = readTextFile(file);
  if (text.trim() === '') throw new UsageError(`${file} is empty.`);
  const start = text.trimStart()[0];
  if (start === '[')
    throw new Error(
      `${file} is one array of JSON. Write one object on each line, as export --format ndjson does.`,
    );
  return start === '{' ? readNdjson(text) : readCsvOfPeople(file, text);
}

function peopleIn(
  rows: Row[],
  personOf: (cells: Record<string, unknown>) => { email: unknown; source: unknown },
) {
  const lines = rows.map((row): ReadLine => {
    if ('fault' in row) return row;
    const { line } = row;
    const { email, source } = personOf(row.cells);
    const address = trimmed(email);
    if (address === '') return { line, fault: 'There is no email on this line.' };
    return { line, email: address, source: trimmed(source) || undefined, reason: reasonOfRow(row.cells) };
  });
  const states = findUnknownStates(rows.filter((row) => 'cells' in row).map(({ cells }) => cells));
  return { lines, states };
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** Only a line feed ends a line: U+2028, where readline would split too, is a character that people type. */
function readNdjson(text: string): PeopleFile {
  const rows: Row[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      rows.push({ line: index + 1, cells: Object(JSON.parse(line)) });
    } catch {
      rows.push({ line: index + 1, fault: 'This line is no JSON.' });
    }
  }
  return { ...peopleIn(rows, ({ email, source }) => ({ email, source })), ignored: [] };
}

function readCsvOfPeople(file: string, text: string): PeopleFile {
  const [head, ...records] = readCsv(text);
  const names = head?.cells ?? [];
  const emailName = findColumn(names, ['email', 'emailaddress', 'mail', 'mailaddress', 'useremail']);
  const sourceName = findColumn(names, ['source', 'entrysource']);
  if (emailName === undefined)
    throw new Error(`${file} has no column named email in its first line. ${adviceForHead(names)}`);
  if (records.length === 0) throw new UsageError(`Nobody is in ${file}: it has a first line only.`);
  const rows = records.map(({ line, cells }): Row => {
    if (!cells) return { line, fault: 'A quote on this line is not closed, or closed in the middle.' };
    const named: Record<string, unknown> = {};
    // Of two columns with one name the first counts.
    for (const [index, name] of names.entries()) named[name] ??= cells[index] ?? '';
    return { line, cells: named };
  });
  const people = peopleIn(rows, (cells) => ({
    email: unguarded(trimmed(cells[emailName])),
    source: sourceName === undefined ? undefined : cells[sourceName],
  }));
  const isTaken = (name: string) => name === emailName || name === sourceName || isStateColumn(name);
  return { ...people, ignored: names.filter((name) => !isTaken(name)) };
}

/** `E-Mail`, `e_mail` and `EMAIL` are the same name. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** The column with the first of these names that a file has. */
function findColumn(names: string[], wanted: string[]): string | undefined {
  for (const plain of wanted) {
    const found = names.find((name) => plainName(name) === plain);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What to do about a first line that names no email. @param names its cells */
function adviceForHead(names: string[]): string {
  if (names.some((name) => /\S@\S/.test(name)))
    return 'It begins with an address: put a line above it that says email.';
  const alike = names.filter((name) => /mail/i.test(name)).map((name) => `“${name}”`);
  if (alike.length === 1) return `Rename ${alike[0]} to email.`;
  if (alike.length > 1) return `Rename the one of ${alike.join(', ')} that is meant to email.`;
  return 'Name the column of the addresses email.';
}
