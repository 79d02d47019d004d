import { countPeople, type Figures, figureFields, type Group } from '../../waitlist/figures.ts';
import { defineListCommand } from '../command.ts';
import { drawTable, withCommas } from '../terminal.ts';

export const statsCommand = defineListCommand({
  name: 'stats',
  summary: 'show how many are on the list and how many are gone, by source, mailbox provider and day',
  notes: `unanswered: has not confirmed yet. unreachable: no email goes there any more.
emailed: was sent the email that asks for a yes, or has answered it. said yes: the share of these who have confirmed. If the share of a provider is far below the others, it may put our emails with the spam.
Only the number of people is kept who were erased or said that it was not them: they are in no table.`,
  examples: ['stats', 'stats --json onList,confirmed,left'],
  fields: figureFields.join(', '),
  async run({ terminal, database }) {
    const figures = await countPeople(database);
    const text =
      describeStandings(figures, terminal.stdout.columns ?? 80) +
      drawGroups('source', figures.bySource) +
      drawGroups('provider', figures.byProvider);
    return { data: figures, text };
  },
});

/** The parts of a figure stand below it, indented. */
function describeStandings(figures: Figures, columns: number): string {
  const rows: [string, number][] = [
    ['Ever joined', figures.joined],
    ['  On the list', figures.onList],
    ['    Confirmed', figures.confirmed],
    ['    Unanswered', figures.unanswered],
    ['    Unreachable', figures.unreachable],
    ['  Left', figures.left],
    ['  Said it was not them', figures.notMe],
    ['  Complained', figures.complained],
    ['  Erased', figures.erased],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const digits = Math.max(...rows.map(([, count]) => withCommas(count).length));
  const lines = rows.map(([name, count]) => `${name.padEnd(width)}  ${withCommas(count).padStart(digits)}`);
  const { joinedLast24Hours, joinedLast7Days, byDay } = figures;
  lines.push(
    '',
    `Of those who confirmed ${withCommas(figures.afterReminder)} did so after the reminder.`,
    `Of those on the list ${withCommas(joinedLast24Hours)} joined in the last 24 hours, ${withCommas(joinedLast7Days)} in the last 7 days.`,
  );
  if (byDay.length > 0) lines.push('', 'Joined, by day (UTC)', ...drawDays(byDay, columns));
  return `${lines.join('\n')}\n`;
}

/** The share of the people who were asked that has confirmed, such as `78 %`. */
const shareOf = ({ emailed, confirmed }: Group): string =>
  emailed === 0 ? '–' : `${Math.round((confirmed / emailed) * 100)} %`;

/** A table whose last row is the sum of the others. */
function drawGroups(of: string, groups: Group[]): string {
  if (groups.length === 0) return '';
  const total = groups.reduce((all, group) => ({
    name: 'all',
    joined: all.joined + group.joined,
    emailed: all.emailed + group.emailed,
    confirmed: all.confirmed + group.confirmed,
    unanswered: all.unanswered + group.unanswered,
    unreachable: all.unreachable + group.unreachable,
    gone: all.gone + group.gone,
  }));
  const rows = [...groups, { ...total, name: 'all' }].map(({ name, emailed, ...standings }) => ({
    [of]: name,
    ...standings,
    emailed,
    'said yes': shareOf({ name, emailed, ...standings }),
  }));
  return `\n${drawTable(rows)}`;
}

const dayMs = 86_400_000;

/** A bar for each day, those without a join included; more days than columns are drawn as weeks. @param days oldest first */
function drawDays(days: Group[], columns: number): string[] {
  const first = days[0]?.name ?? '';
  const last = days.at(-1)?.name ?? '';
  const dayOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / dayMs);
  const daysEach = dayOf(last) < columns - 2 ? 1 : 7;
  const barOf = (day: string) => Math.floor(dayOf(day) / daysEach);
  const bars = Array.from({ length: barOf(last) + 1 }, () => 0);
  for (const { name, joined } of days) bars[barOf(name)] = (bars[barOf(name)] ?? 0) + joined;
  const highest = Math.max(...bars);
  const drawn = bars.map((bar) => ' ▁▂▃▄▅▆▇█'[Math.ceil((bar / highest) * 8)]).join('');
  return [`  ${drawn}`, `  ${first} to ${last}, at most ${highest} a ${daysEach === 1 ? 'day' : 'week'}`];
}
