import { Table } from 'console-table-printer';

/** Rows as a table of plain text, with every column to the left. */
export function drawTable(rows: Record<string, unknown>[], columns = Object.keys(rows[0] ?? {})): string {
  const table = new Table({
    shouldDisableColors: true,
    columns: columns.map((name) => ({ name, alignment: 'left' as const })),
  });
  for (const row of rows) {
    table.addRow(Object.fromEntries(columns.map((name) => [name, inWords(row[name])])));
  }
  return `${table.render()}\n`;
}

/** What a cell holds, as JSON where it is more than one value. */
function inWords(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
}
