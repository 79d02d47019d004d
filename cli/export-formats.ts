import type { ListedEntry } from '../waitlist/list-entries.ts';

export interface ExportFormat {
  head: string;
  entry(listed: ListedEntry): string;
  between: string;
  tail: string;
}

export type Column = keyof ListedEntry;

/** In the order of a file. */
export const exportColumns = ['email', 'source', 'joined_at', 'consent_wording'] as const satisfies Column[];

export const formatNames = ['csv', 'json', 'ndjson'] as const;

/** Each writes an entry on its own, so that a list of any length goes out page by page. */
export function exportFormat(
  name: (typeof formatNames)[number],
  { raw = false, columns = exportColumns }: { raw?: boolean; columns?: readonly Column[] } = {},
): ExportFormat {
  const chosen = (listed: ListedEntry) =>
    JSON.stringify(Object.fromEntries(columns.map((column) => [column, listed[column]])));
  switch (name) {
    // RFC 4180: every cell in quotes, lines ended by CR LF.
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

/** What a spreadsheet takes for a formula (OWASP, CSV Injection), full-width forms included. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A quoted cell, with a ' before what a spreadsheet would run as a formula unless `raw`: an email may lawfully begin with
 * =, + or -.
 */
export function csvCell(text: string, raw: boolean): string {
  const safe = !raw && startsFormula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A cell as it was before csvCell guarded it. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
