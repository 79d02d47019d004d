import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { UsageError } from '../terminal.ts';
import { unguarded } from './export.ts';

/** A person on a line of a file, or why the line is invalid. */
export type ReadLine =
  | { line: number; email: string; source: string | undefined }
  | { line: number; fault: string };

export interface PeopleFile {
  /** In the order of the file. */
  lines: ReadLine[];
  /** The columns of a CSV that are not taken. */
  ignored: string[];
}

const noEmail = 'There is no email on this line.';

/**
 * Reads a file of people: CSV (RFC 4180) with a header, or one JSON object on each line.
 * @throws Error with a sentence when it is no such file; UsageError when nobody is in it
 */
export function readPeople(file: string): PeopleFile {
  const text = textOf(file);
  if (text.trim() === '') throw new UsageError(`${file} is empty.`);
  const start = text.trimStart()[0];
  if (start === '[')
    throw new Error(
      `${file} is one array of JSON. Write one object on each line, as export --format ndjson does.`,
    );
  return start === '{' ? { lines: [...readNdjson(text)], ignored: [] } : readCsv(file, text);
}

/** @throws Error with a sentence when the file is not UTF-8 */
function textOf(file: string): string {
  const bytes = readFileSync(file);
  const saveAsUtf8 = 'In a spreadsheet choose “CSV UTF-8” when you save it.';
  if (/^(\xFF\xFE|\xFE\xFF)|\0/.test(bytes.toString('latin1', 0, 200)))
    throw new Error(`${file} is written in UTF-16, and import reads UTF-8. ${saveAsUtf8}`);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  const [good = ''] = bytes.toString('utf8').split('\uFFFD');
  throw new Error(
    `${file} is not UTF-8 (line ${good.split('\n').length}); it may be Latin-1 or Windows-1252. ${saveAsUtf8}`,
  );
}

/** Only a line feed ends a line: U+2028, where readline would split too, is a character that people type. */
function* readNdjson(text: string): Generator<ReadLine> {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    let value: { email?: unknown; source?: unknown } | undefined;
    try {
      value = JSON.parse(line) ?? {};
    } catch {}
    const { email, source } = value ?? {};
    if (value === undefined) yield { line: index + 1, fault: 'This line is no JSON.' };
    else if (typeof email !== 'string' || email.trim() === '') yield { line: index + 1, fault: noEmail };
    else yield { line: index + 1, email, source: (typeof source === 'string' && source) || undefined };
  }
}

function readCsv(file: string, text: string): PeopleFile {
  const [head, ...people] = records(text);
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const [email, source] = [names.indexOf('email'), names.indexOf('source')];
  if (email < 0) throw new Error(headFault(file, head?.cells ?? []));
  if (people.length === 0) throw new UsageError(`Nobody is in ${file}: it has a first line only.`);
  const lines = people.map(({ line, cells }): ReadLine => {
    if (!cells) return { line, fault: 'A quote on this line is not closed, or closed in the middle.' };
    const address = cells[email]?.trim() ?? '';
    if (address === '') return { line, fault: noEmail };
    return { line, email: unguarded(address), source: cells[source]?.trim() || undefined };
  });
  return { lines, ignored: names.filter((_, index) => index !== email && index !== source) };
}

function headFault(file: string, head: string[]): string {
  const fault = `${file} has no column named email in its first line`;
  const [line = ''] = head;
  if (head.length === 1 && /\bemail\b/i.test(line) && /[;\t]/.test(line))
    return `${fault}, because ${line.includes(';') ? 'semicolons' : 'tabs'} stand between its columns. Save it with commas.`;
  const alike = head.find((name) => /mail/i.test(name));
  return alike === undefined ? `${fault}.` : `${fault}. Rename “${alike.trim()}” to email.`;
}

/**
 * The records of a CSV, each with the line on which it ends. Where a quote is never closed, or closed in the middle of a cell, that
 * line alone is broken, without cells, and reading goes on with the next: the rest would be taken for one cell otherwise.
 */
function* records(text: string): Generator<{ line: number; cells: string[] | undefined }> {
  let begin = 0;
  let line = 1;
  while (begin < text.length) {
    const found = readRecord(text, begin);
    const end = found?.end ?? (text.indexOf('\n', begin) + 1 || text.length);
    const last = line + Math.max(text.slice(begin, end).split('\n').length - 2, 0);
    if (found?.cells.join('') !== '' || found.cells.length > 1) yield { line: last, cells: found?.cells };
    begin = end;
    line = last + 1;
  }
}

/** One cell and what ends it: a comma, the end of the line or of the text. In quotes, two in a row stand for one. */
const cell = /(?:"((?:[^"]|""){0,99999})"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Undefined where a quote is in the wrong place. */
function readRecord(text: string, begin: number): { cells: string[]; end: number } | undefined {
  const cells: string[] = [];
  cell.lastIndex = begin;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    const [, quoted, plain = '', mark] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (mark !== ',') return { cells, end: cell.lastIndex };
  }
  return undefined;
}
