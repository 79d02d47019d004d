import { countEntries, type EntryCounts } from '../../waitlist/count-entries.ts';
import { defineCommand } from '../define-command.ts';
import { drawDays } from '../draw-days.ts';
import { withDatabase } from '../with-database.ts';

/** `stats`: counts of the list, in total, by source and by day. */
export const statsCommand = defineCommand({
  name: 'stats',
  summary: 'show how many are on the list and how many left, by source and by day',
  examples: ['stats', 'stats --json total,left'],
  fields: [
    'total',
    'confirmed',
    'left',
    'joinedLast24Hours',
    'joinedLast7Days',
    'duringFlood',
    'bySource',
    'byDay',
  ] satisfies (keyof EntryCounts)[],
  async run({ terminal }) {
    const counts = await withDatabase(terminal, countEntries);
    return { data: { ...counts }, text: describeCounts(counts, terminal.stdout.columns) };
  },
});

function describeCounts(counts: EntryCounts, columns?: number): string {
  const { total, confirmed, left, joinedLast24Hours, joinedLast7Days, duringFlood, bySource, byDay } = counts;
  const lines = figures([
    ['On the list', total],
    ['Confirmed by email', confirmed],
    ['Joined in the last 24 hours', joinedLast24Hours],
    ['Joined in the last 7 days', joinedLast7Days],
    ['Left', left],
  ]);
  if (duringFlood > 0) {
    lines.push(`Joined in a flood: ${duringFlood} (look through them: list --flood)`);
  }
  if (total > 0) {
    lines.push('', 'By source', ...figures(bySource.map(({ source, entries }) => [`  ${source}`, entries])));
    lines.push('', 'By day (UTC)', ...drawDays(byDay, columns));
  }
  return `${lines.join('\n')}\n`;
}

function figures(rows: [string, number][]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  const digits = Math.max(...rows.map(([, count]) => String(count).length));
  return rows.map(([name, count]) => `${name.padEnd(width)}  ${String(count).padStart(digits)}`);
}
