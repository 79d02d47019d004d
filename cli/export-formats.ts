import type { ListedEntry } from '../waitlist/list-entries.ts';

interface ExportFormat {
  head: string;
  entry(listed: ListedEntry, raw: boolean): string;
  between: string;
  tail: string;
}

const columns = ['email', 'source', 'joined_at', 'consent_wording'] as const;

/** The ways to write the list. Every entry can be written alone, so that a list of any length goes out page by page. */
export const exportFormats = {
  // RFC 4180: every cell in quotes, lines ended by CR LF.
  csv: {
    head: `${columns.map((column) => `"${column}"`).join(',')}\r\n`,
    entry: (listed, raw) => `${columns.map((column) => csvCell(listed[column], raw)).join(',')}\r\n`,
    between: '',
    tail: '',
  },
  json: {
    head: '[\n',
    entry: (listed) => `  ${JSON.stringify(listed)}`,
    between: ',\n',
    tail: '\n]\n',
  },
  ndjson: {
    head: '',
    entry: (listed) => `${JSON.stringify(listed)}\n`,
    between: '',
    tail: '',
  },
} satisfies Record<string, ExportFormat>;

/** What makes a spreadsheet take a cell for a formula (OWASP, CSV injection), full-width forms included. */
const startsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One CSV cell.
 * Takes its text and whether a machine reads it; returns it quoted, and unless for a machine with a ' before anything that a spreadsheet would run:
 * an address may lawfully begin with = + or -.
 */
export function csvCell(text: string, raw: boolean): string {
  const safe = !raw && startsFormula.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
