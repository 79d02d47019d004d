import { plot } from 'simple-ascii-chart';

interface Day {
  /** ISO 8601. */
  day: string;
  entries: number;
}

/** Rows of the chart. */
const height = 10;
const defaultColumns = 80;
const dayMs = 86_400_000;

/**
 * Draws the days as the lines of a chart, including days without a join. More days than columns are drawn as weeks.
 * @param days oldest first, at least one
 */
export function drawDays(days: Day[], columns = defaultColumns): string[] {
  const all = everyDay(days);
  const digits = String(Math.max(...all)).length;
  const width = columns - digits - 4;
  const first = days[0]?.day ?? '';
  if (all.length === 1) return [`  ${first}  ${all[0]}`];
  const daysEach = all.length > width ? 7 : 1;
  const points = sumsOf(all, daysEach).map((entries, index): [number, number] => [index, entries]);
  const last = new Date(Date.parse(first) + (all.length - 1) * dayMs).toISOString().slice(0, 10);
  const chart = plot(points, { width, height, mode: 'bar', hideXAxisTicks: true, hideXAxis: true });
  return [
    ...chart.split('\n').filter((line) => line.trim() !== ''),
    `${first} to ${last}${daysEach === 1 ? '' : ', a bar a week'}`,
  ].map((line) => `  ${line}`.trimEnd());
}

function everyDay(days: Day[]): number[] {
  const [first, last] = [days[0], days.at(-1)].map((day) => Date.parse(day?.day ?? ''));
  if (first === undefined || last === undefined) return [];
  const entries = new Map(days.map((day) => [Date.parse(day.day), day.entries]));
  return Array.from(
    { length: Math.round((last - first) / dayMs) + 1 },
    (_, index) => entries.get(first + index * dayMs) ?? 0,
  );
}

function sumsOf(numbers: number[], each: number): number[] {
  return Array.from({ length: Math.ceil(numbers.length / each) }, (_, index) =>
    numbers.slice(index * each, (index + 1) * each).reduce((sum, number) => sum + number, 0),
  );
}
