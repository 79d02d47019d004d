import type { ListedEntry } from '../waitlist/list-entries.ts';

interface ExportFormat {
  head: string;
  entry(listed: ListedEntry, raw: boolean): string;
  between: string;
  tail: string;
}

const columns = ['email', 'source', 'joined_at', 'consent_wording'] as const;

/** Each writes an entry on its own, so that a list of any length goes out page by page. */
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
