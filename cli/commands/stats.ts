import { Command } from 'commander';
import { countEntries, type EntryCounts } from '../../waitlist/count-entries.ts';
import { withDatabase } from '../with-database.ts';

/** `stats`: how many are on the list, by source and by day, on stdout. */
export function statsCommand(): Command {
  return new Command('stats')
    .description('how many are on the list, by source and by day')
    .addHelpText('after', '\nExample:\n  npm run waitlist -- stats')
    .action(async () => {
      process.stdout.write(describeCounts(await withDatabase(countEntries)));
    });
}

function describeCounts({ total, duringFlood, bySource, byDay }: EntryCounts): string {
  const figures = (rows: [string, number][]) => {
    const width = Math.max(...rows.map(([name]) => name.length));
    const digits = String(total).length;
    return rows.map(([name, count]) => `  ${name.padEnd(width)}  ${String(count).padStart(digits)}`);
  };
  const lines = [`On the list: ${total}`];
  if (duringFlood > 0) {
    lines.push(
      `Of them in a flood: ${duringFlood} (look through them: docs/operations.md, "Entries of a flood")`,
    );
  }
  if (total > 0) {
    lines.push('', 'By source', ...figures(bySource.map(({ source, entries }) => [source, entries])));
    lines.push('', 'By day (UTC)', ...figures(byDay.map(({ day, entries }) => [day, entries])));
  }
  return `${lines.join('\n')}\n`;
}
