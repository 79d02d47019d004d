import { Table } from 'console-table-printer';

/** Draws rows as a plain-text table with left-aligned columns. */
export function drawTable(rows: Record<string, unknown>[], columns = Object.keys(rows[0] ?? {})): string {
  const table = new Table({
    shouldDisableColors: true,
    columns: columns.map((name) => ({ name, alignment: 'left' as const })),
  });
  for (const row of rows) {
    table.addRow(Object.fromEntries(columns.map((name) => [name, cellText(row[name])])));
  }
  return `${table.render()}\n`;
}

/** The text of a cell: JSON for an object or array. */
function cellText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '');
}
