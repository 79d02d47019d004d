import { countEntries, type EntryCounts } from '../../waitlist/statistics.ts';
import { defineListCommand } from '../command.ts';

export const statsCommand = defineListCommand({
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
  async run({ terminal, database }) {
    const data = await countEntries(database);
    return { data, text: describeCounts(data, terminal.stdout.columns ?? 80) };
  },
});

function describeCounts(counts: EntryCounts, columns: number): string {
  const { total, duringFlood, bySource, byDay } = counts;
  const lines = figures([
    ['On the list', total],
    ['Confirmed by email', counts.confirmed],
    ['Joined in the last 24 hours', counts.joinedLast24Hours],
    ['Joined in the last 7 days', counts.joinedLast7Days],
    ['Left', counts.left],
  ]);
  if (duringFlood > 0) lines.push(`Joined in a flood: ${duringFlood} (look through them: list --flood)`);
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

const dayMs = 86_400_000;

/** A bar for each day, those without a join included; more days than columns are drawn as weeks. @param days oldest first */
function drawDays(days: EntryCounts['byDay'], columns: number): string[] {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const dayOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / dayMs);
  const daysEach = dayOf(last) < columns - 2 ? 1 : 7;
  const bars = Array.from({ length: Math.floor(dayOf(last) / daysEach) + 1 }, (_, bar) =>
    days.reduce((sum, { day, entries }) => {
      return Math.floor(dayOf(day) / daysEach) === bar ? sum + entries : sum;
    }, 0),
  );
  const most = Math.max(...bars);
  const drawn = bars.map((bar) => ' ▁▂▃▄▅▆▇█'[Math.ceil((bar / most) * 8)]).join('');
  return [`  ${drawn}`, `  ${first} to ${last}, at most ${most} a ${daysEach === 1 ? 'day' : 'week'}`];
}
