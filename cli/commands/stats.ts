import { countEntries, countFunnels, type EntryCounts, type Funnel } from '../../waitlist/statistics.ts';
import { defineListCommand } from '../command.ts';
import { drawTable } from '../terminal.ts';

export const statsCommand = defineListCommand({
  name: 'stats',
  summary: 'show how many are on the list and how many left, by source and by day',
  notes:
    'From joining to leaving: whom the email that asks for a yes reached, and who said it. Where a provider’s share is far under the others’, it may put our emails with the spam. A provider of fewer than ten people is among the others.',
  examples: ['stats', 'stats --json total,left'],
  fields:
    'total, confirmed, left, joinedLast24Hours, joinedLast7Days, bySource, byDay, funnelBySource, funnelByProvider',
  async run({ terminal, database }) {
    const counts = await countEntries(database);
    const funnels = await countFunnels(database);
    const text =
      describeCounts(counts, terminal.stdout.columns ?? 80) +
      describeFunnel('source', funnels.funnelBySource) +
      describeFunnel('mailbox provider', funnels.funnelByProvider);
    return { data: { ...counts, ...funnels }, text };
  },
});

function describeCounts(counts: EntryCounts, columns: number): string {
  const { total, byDay } = counts;
  const figures = Object.entries({
    'On the list': total,
    'Confirmed by email': counts.confirmed,
    'Joined in the last 24 hours': counts.joinedLast24Hours,
    'Joined in the last 7 days': counts.joinedLast7Days,
    Left: counts.left,
  });
  const width = Math.max(...figures.map(([name]) => name.length));
  const digits = Math.max(...figures.map(([, count]) => String(count).length));
  const lines = figures.map(([name, count]) => `${name.padEnd(width)}  ${String(count).padStart(digits)}`);
  if (total > 0) lines.push('', 'By day (UTC)', ...drawDays(byDay, columns));
  return `${lines.join('\n')}\n`;
}

/** Who said yes of those who were asked, such as `78 %`. */
export const shareOf = ({ emailed, confirmed }: Pick<Funnel, 'emailed' | 'confirmed'>): string =>
  emailed === 0 ? '–' : `${Math.round((confirmed / emailed) * 100)} %`;

function describeFunnel(of: string, funnels: Funnel[]): string {
  if (funnels.length === 0) return '';
  const rows = funnels.map(({ name, ...counts }) => ({ [of]: name, ...counts, 'said yes': shareOf(counts) }));
  return `\n${drawTable(rows)}`;
}

const dayMs = 86_400_000;

/** A bar for each day, those without a join included; more days than columns are drawn as weeks. @param days oldest first */
function drawDays(days: EntryCounts['byDay'], columns: number): string[] {
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const dayOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / dayMs);
  const daysEach = dayOf(last) < columns - 2 ? 1 : 7;
  const barOf = (day: string) => Math.floor(dayOf(day) / daysEach);
  const bars = Array.from({ length: barOf(last) + 1 }, () => 0);
  for (const { day, entries } of days) bars[barOf(day)] = (bars[barOf(day)] ?? 0) + entries;
  const most = Math.max(...bars);
  const drawn = bars.map((bar) => ' ▁▂▃▄▅▆▇█'[Math.ceil((bar / most) * 8)]).join('');
  return [`  ${drawn}`, `  ${first} to ${last}, at most ${most} a ${daysEach === 1 ? 'day' : 'week'}`];
}
