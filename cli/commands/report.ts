import { site } from '../../content/site.ts';
import { escapeHtml } from '../../mail/fill.ts';
import { type Group, type ReportFigures, reportFigures } from '../../waitlist/statistics.ts';
import { defineCommand } from '../define-command.ts';
import { withOutput } from '../output.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { css } from './report-style.ts';
import { everyDay, sumsOf } from './stats.ts';

/** `report`: the growth of the list, as one HTML file for people who do not use a terminal. */
export const reportCommand = defineCommand<{ timeZone: string }>({
  name: 'report <file>',
  summary: 'draw how the list grows, in one HTML file that needs no network',
  notes:
    'Nobody can be known from it: figures are rounded to fives, and groups of fewer than five people are not told apart. --json has the figures in full, for you alone.',
  examples: ['report waitlist.html', 'report waitlist.html --time-zone Asia/Karachi'],
  fields: ['joined', 'confirmed', 'left', 'byDay', 'bySource', 'byHour'],
  declareOptions: (command) =>
    void command.option(
      '--time-zone <name>',
      'whose days and hours are meant',
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
  run: ({ terminal, options, args: [file = ''] }) =>
    withDatabase(terminal, async (database) => {
      const figures = await reportFigures(database, options.timeZone);
      const page = reportPage(figures, { moment: new Date(), timeZone: options.timeZone });
      await withOutput(terminal, file, (write) => write(page));
      writeStderr(terminal, `Written to ${file}.`);
      return { data: { ...figures }, text: '' };
    }),
});

/**
 * In a smaller group somebody might be known. Rounding all figures to multiples of it keeps small groups from being worked out
 * from the others, or from two reports (HESA's rounding and suppression of statistics).
 */
const smallest = 5;
const rounded = (entries: number) => (entries < smallest ? 0 : Math.round(entries / smallest) * smallest);

/** A figure as it is shown. */
export function figure(entries: number): string {
  if (entries === 0) return '0';
  return entries < smallest ? `under ${smallest}` : rounded(entries).toLocaleString('en-GB');
}

/** The report as one HTML file. @param moment of the count */
export function reportPage(
  { joined, confirmed, left, byDay, bySource, byHour }: ReportFigures,
  { moment, timeZone }: { moment: Date; timeZone: string },
): string {
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const name = escapeHtml(site.name);
  const [firstDay] = byDay;
  const isOneDay = byDay.length === 1;
  const summary = [
    ['On the list', joined - left],
    ['Confirmed', confirmed],
    ['Left', left],
    ['Joined in all', joined],
  ] as const;
  const funnel = [
    { name: 'Joined', entries: joined },
    { name: 'Confirmed by email', entries: confirmed },
    { name: 'Still on the list', entries: joined - left },
    { name: 'Left', entries: left },
  ];
  const sources = bySource.map(({ name: source, entries }) => ({ name: sourceInWords(source), entries }));
  const sections = [
    section(
      'From joining to leaving',
      'Everyone who ever joined, and what became of them.',
      barsDown('Step', funnel),
    ),
    ...(isOneDay
      ? []
      : [section('Joins by day', 'Days on which nobody joined are not in the table.', days(byDay))]),
    section(
      'How they heard of us',
      'What people chose in the form; the one at the end of a page does not ask.',
      barsDown('Source', sources),
    ),
    section(
      'Joins by hour',
      `${isOneDay && firstDay ? `All on ${dayOf(firstDay.name, { dateStyle: 'long' })}` : 'Of all days together'}; each hour from its first minute to its last.`,
      hours(byHour),
    ),
  ];
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${name}: the waitlist</title>
<style>${css}</style>
<header>
<h1>The waitlist of ${name}</h1>
<p>Counted on ${inWords.format(moment)}. Days and hours are those of ${escapeHtml(timeZone)}.</p>
<dl>
${summary.map(([what, entries]) => `<div><dt>${what}</dt><dd>${figure(entries)}</dd></div>`).join('\n')}
</dl>
</header>
<main>
${joined === 0 ? '<section><p>Nobody has joined yet.</p></section>' : sections.join('\n')}
<footer>All figures are rounded to fives, so that nobody can be known from them.</footer>
</main>
</html>
`;
}

/** The bottom form stores `cta` as the source. */
const sourceInWords = (source: string) => (source === 'cta' ? 'Not asked' : source);

const section = (title: string, about: string, body: string) =>
  `<section><h2>${title}</h2>\n<p>${about}</p>\n${body}</section>`;

/** A table whose rows have a bar each. */
function barsDown(column: string, groups: readonly Group[]): string {
  const most = Math.max(1, ...groups.map(({ entries }) => rounded(entries)));
  return table(column, groups, {
    className: 'down',
    nameOf: ({ name, entries }) =>
      `${escapeHtml(name)}<i style="width:${((rounded(entries) / most) * 100).toFixed(1)}%"></i>`,
  });
}

/** Bars side by side, as wide as there is room for. @param axis what stands below, evenly from the first bar to the last */
function barsAcross(title: string, bars: readonly number[], axis: readonly string[]): string {
  const most = Math.max(1, ...bars.map(rounded));
  const drawn = bars.map(
    (entries) => `<i style="height:${((rounded(entries) / most) * 100).toFixed(1)}%"></i>`,
  );
  return `<div class="across" role="img" aria-label="${title}: ${axis[0]} to ${axis.at(-1)}, at most ${figure(most)}" data-most="${figure(most)}">${drawn.join('')}</div>
<p class="axis">${axis.map((label) => `<span>${label}</span>`).join('')}</p>`;
}

/** More bars than this are drawn as weeks: a bar of a phone's width would be under two pixels wide. */
const mostBars = 150;

function days(groups: readonly Group[]): string {
  const { first, last, all } = everyDay(groups.map(({ name, entries }) => ({ day: name, entries })));
  const daysEach = all.length > mostBars ? 7 : 1;
  const title = daysEach === 1 ? 'Joins by day' : 'Joins by week';
  const axis = [first, last].map((day) => dayOf(day, { day: 'numeric', month: 'short', year: 'numeric' }));
  const months = Map.groupBy(groups, ({ name }) => name.slice(0, 7));
  const tables = [...months].map(([month, own]) =>
    table('Day', own, {
      caption: dayOf(`${month}-01`, { month: 'long', year: 'numeric' }),
      nameOf: ({ name }) =>
        `<time datetime="${name}">${dayOf(name, { weekday: 'short', day: 'numeric' })}</time>`,
    }),
  );
  return `${barsAcross(title, sumsOf(all, daysEach), axis)}\n${asTables(tables)}`;
}

const dayOf = (day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(day));

/** The first hour of each part of the day; each has six hours. */
const partsOfDay = { Night: 0, Morning: 6, Afternoon: 12, Evening: 18 };

function hours(groups: readonly Group[]): string {
  const tables = Object.entries(partsOfDay).map(([caption, first]) =>
    table('Hour', groups.slice(first, first + 6), { caption, nameOf: ({ name }) => `${name}:00` }),
  );
  const bars = groups.map(({ entries }) => entries);
  return `${barsAcross('Joins by hour', bars, ['00:00', '12:00', '24:00'])}\n${asTables(tables)}`;
}

/** Several tables, so that a printed page can break between them. */
const asTables = (tables: readonly string[]) =>
  `<details open><summary>As a table</summary>\n<div class="parts">\n${tables.join('\n')}\n</div></details>`;

interface TableOptions {
  caption?: string;
  className?: string;
  /** The name as HTML. */
  nameOf(group: Group): string;
}

function table(
  column: string,
  groups: readonly Group[],
  { caption, className, nameOf }: TableOptions,
): string {
  const rows = groups.map(
    (group) => `<tr><th scope="row">${nameOf(group)}</th><td>${figure(group.entries)}</td></tr>`,
  );
  return `<table${className === undefined ? '' : ` class="${className}"`}>${caption === undefined ? '' : `<caption>${caption}</caption>`}
<thead><tr><th scope="col">${column}</th><th scope="col">People</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}
