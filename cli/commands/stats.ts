import { countEntries, type EntryCounts } from '../../waitlist/statistics.ts';
import { defineListCommand } from '../command.ts';
import { defaultColumns } from '../terminal.ts';

/** `stats`: counts of the list, in total, by source and by day. */
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
    return { data, text: describeCounts(data, terminal.stdout.columns ?? defaultColumns) };
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

/** Lines of the chart. */
const height = 10;
const eighths = ' ▁▂▃▄▅▆▇█';

/** Draws the days as bars, a column each; more days than columns are drawn as weeks. @param days oldest first */
function drawDays(days: EntryCounts['byDay'], columns: number): string[] {
  const { first, last, all } = everyDay(days);
  const daysEach = all.length > columns - String(Math.max(...all)).length - 4 ? 7 : 1;
  const bars = sumsOf(all, daysEach);
  const most = Math.max(...bars);
  const lines = Array.from({ length: height }, (_, index) => {
    const below = height - 1 - index;
    const cells = bars.map((bar) => {
      const filled = Math.round((bar / most) * height * 8 - below * 8);
      // Somebody is seen, however few.
      return eighths[Math.max(bar > 0 && below === 0 ? 1 : 0, Math.min(filled, 8))];
    });
    const label = index === 0 ? String(most) : below === 0 ? '0' : '';
    return `  ${label.padStart(String(most).length)} ${cells.join('')}`.trimEnd();
  });
  return [...lines, `  ${first} to ${last}${daysEach === 1 ? '' : ', a bar a week'}`];
}

const dayMs = 86_400_000;

/** The number of each day from the first to the last, those without a join included. @param days oldest first, at least one */
export function everyDay(days: readonly { day: string; entries: number }[]) {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const entries = new Map(days.map((day) => [Date.parse(day.day), day.entries]));
  const length = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  const all = Array.from({ length }, (_, index) => entries.get(Date.parse(first) + index * dayMs) ?? 0);
  return { first, last, all };
}

/** The sums of so many at a time. */
export function sumsOf(numbers: readonly number[], each: number): number[] {
  return Array.from({ length: Math.ceil(numbers.length / each) }, (_, index) =>
    numbers.slice(index * each, (index + 1) * each).reduce((sum, number) => sum + number, 0),
  );
}
