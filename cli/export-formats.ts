import type { ListedEntry } from '../waitlist/list-entries.ts';

export interface ExportFormat {
  head: string;
  entry(listed: ListedEntry): string;
  between: string;
  tail: string;
}

export type Column = keyof ListedEntry;

/** In the order in which they are written. */
export const exportColumns = ['email', 'source', 'joined_at', 'consent_wording'] as const satisfies Column[];

export const formatNames = ['csv', 'json', 'ndjson'] as const;

/** Every format writes entries one at a time, so that a list of any length can be written page by page. */
export function exportFormat(
  name: (typeof formatNames)[number],
  { raw = false, columns = exportColumns }: { raw?: boolean; columns?: readonly Column[] } = {},
): ExportFormat {
  const chosen = (listed: ListedEntry) =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column, listed[column]])));
  switch (name) {
    // RFC 4180; every cell is quoted.
    case 'csv':
      return {
        head: `${columns.map((column) => `"${column}"`).join(',')}\r\n`,
        entry: (listed) => `${columns.map((column) => csvCell(listed[column], raw)).join(',')}\r\n`,
        between: '',
        tail: '',
      };
    case 'json':
      return { head: '[\n', entry: (listed) => `  ${chosen(listed)}`, between: ',\n', tail: '\n]\n' };
    case 'ndjson':
      return { head: '', entry: (listed) => `${chosen(listed)}\n`, between: '', tail: '' };
  }
}

/** How a formula in a spreadsheet starts (OWASP, CSV Injection), full-width forms included. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Quotes a cell. Unless `raw`, a ' precedes what a spreadsheet would run as a formula: a valid email address may begin with =, +
 * or -.
 */
export function csvCell(text: string, raw: boolean): string {
  const safe = !raw && startsFormula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Removes the ' that csvCell added. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
