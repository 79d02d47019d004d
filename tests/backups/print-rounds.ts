import { globSync, statSync } from 'node:fs';
import { drawTable } from '../../cli/terminal.ts';

/** Prints the figures of each round, and the size of the folder of backups. Seconds have two decimals. */
export function printRounds(title: string, rows: object[], backups: string): void {
  const cells = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        Number.isInteger(value) ? value : Number(value).toFixed(2),
      ]),
    ),
  );
  const bytes = globSync(`${backups}/**/*`)
    .map((file) => statSync(file))
    .filter((stats) => stats.isFile())
    .reduce((sum, { size }) => sum + size, 0);
  console.log(`${title}; ${(bytes / 1024 ** 2).toFixed(1)} MB of backups\n${drawTable(cells)}`);
}
