import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/**
 * How a formula in a spreadsheet starts (OWASP, CSV Injection), full-width forms included. What has a ' before it already gets
 * one more: a valid email address may begin with '=.
 */
const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const guarded = (text: string) => (startsFormula.test(text) ? `'${text}` : text);

/** Removes the ' that writeCsv added. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Writes rows as RFC 4180 has them, every cell in quotes. Unless `raw`, a ' precedes what a spreadsheet would run as a formula. */
export function writeCsv(rows: string[][], raw: boolean): string {
  return stringify(rows, {
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    cast: { string: (text) => (raw ? text : guarded(text)) },
  });
}

/** A record of a CSV. */
interface CsvRecord {
  /** The line on which it begins. */
  line: number;
  /** Undefined where a quote is in the wrong place. */
  cells: string[] | undefined;
}

/**
 * Reads a CSV whose columns are separated by commas, semicolons or tabs. A record with a quote in the wrong place costs its first
 * line alone, and reading goes on with the next: the rest would be taken for one cell otherwise.
 * @param text with \n at the ends of its lines
 * @returns the records with their cells as they are, but without spaces around them; empty lines are left out
 */
export function* readCsv(text: string): Generator<CsvRecord> {
  const lines = text.split('\n');
  const named = delimiterNamed(lines[0] ?? '');
  const delimiter = named ?? likelyDelimiter(lines);
  let next = named === undefined ? 0 : 1;
  while (next < lines.length) {
    const first = next;
    const record = recordAt(lines, first);
    const cells = record && cellsOf(record.text, delimiter);
    next = cells ? record.end : first + 1;
    if (cells?.length !== 0) yield { line: first + 1, cells };
  }
}

/** Excel's own way to name the delimiter, on a first line such as `sep=;`. */
const delimiterNamed = (line: string) => /^"?sep=([,;\t])"?$/i.exec(line.trimStart())?.[1];

/** The delimiter that finds most columns in the first record. */
function likelyDelimiter(lines: string[]): string {
  const { text = '' } = recordAt(lines, 0) ?? {};
  const columns = (delimiter: string) => cellsOf(text, delimiter)?.length ?? 0;
  const [first = ','] = [',', ';', '\t'].sort((one, other) => columns(other) - columns(one));
  return first;
}

/** Longer than any cell of a list of people. */
const maxRecordLength = 100_000;

/**
 * The text of the record that begins on a line, and the line after it: within quotes a line break belongs to the cell, so that a
 * record has an even number of quotes. Undefined where its last quote is not found.
 */
function recordAt(lines: string[], first: number): { text: string; end: number } | undefined {
  let text = lines[first] ?? '';
  if (!hasOddQuotes(text)) return { text, end: first + 1 };
  for (let next = first + 1; next < lines.length && text.length < maxRecordLength; next += 1) {
    const line = lines[next] ?? '';
    text += `\n${line}`;
    if (hasOddQuotes(line)) return { text, end: next + 1 };
  }
  return undefined;
}

const hasOddQuotes = (line: string) => line.split('"').length % 2 === 0;

/** The cells of one record; none of an empty line. Undefined where a quote is in the wrong place. */
function cellsOf(record: string, delimiter: string): string[] | undefined {
  try {
    const [cells = []]: string[][] = parse(record, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      trim: true,
    });
    return cells;
  } catch {
    return undefined;
  }
}
