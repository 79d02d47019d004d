import { site } from '../../content/site.ts';
import { escapeHtml } from '../../mail/fill.ts';
import type { ReportFigures } from '../../waitlist/report-figures.ts';
import { type BarsOptions, drawBars } from './draw-bars.ts';
import { funnelOf, hideSmall, type ShownGroup } from './hide-small.ts';
import { css } from './style.ts';
import { figure, hourTables, monthTables, table } from './tables.ts';

/**
 * The report as one HTML file. Groups under five are hidden in the drawings and in the tables.
 * @param moment of the count
 */
export function reportPage(
  figures: ReportFigures,
  { moment, timeZone }: { moment: Date; timeZone: string },
): string {
  const { joined, confirmed, staying, left } = funnelOf(figures.joined, figures.confirmed, figures.left);
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const name = escapeHtml(site.name);
  const sections = [
    section('From joining to leaving', {
      about: 'Everyone who ever joined, and what became of them.',
      groups: [
        { name: 'Joined', entries: joined },
        { name: 'Confirmed by email', entries: confirmed },
        { name: 'Still on the list', entries: staying },
        { name: 'Left', entries: left },
      ],
      direction: 'down',
      asTable: (groups) => table('Step', groups),
    }),
    section('Joins by day', {
      about: 'Days on which nobody joined are not in the table.',
      groups: hideSmall(figures.byDay),
      direction: 'across',
      isTime: true,
      asTable: monthTables,
    }),
    section('How they heard of us', {
      about: 'What people chose in the form; the one at the end of a page does not ask.',
      groups: hideSmall(figures.bySource).map(({ name, entries }) => ({
        name: sourceInWords(name),
        entries,
      })),
      direction: 'down',
      asTable: (groups) => table('Source', groups),
    }),
    section('Joins by hour', {
      about: 'Of all days together; each hour from its first minute to its last.',
      groups: hideSmall(figures.byHour),
      direction: 'across',
      asTable: hourTables,
    }),
  ];
  const summary = [
    ['On the list', staying],
    ['Confirmed', confirmed],
    ['Left', left],
    ['Joined in all', joined],
  ] as const;
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
${sections.join('\n')}
<footer>“hidden” stands for a group of fewer than five people, and for one from which such a group could be worked out.</footer>
</main>
</html>
`;
}

/** The bottom form stores `cta` as the source. */
const sourceInWords = (source: string) => (source === 'cta' ? 'Not asked' : source);

interface Section extends Omit<BarsOptions, 'title'> {
  about: string;
  groups: ShownGroup[];
  asTable(groups: ShownGroup[]): string;
}

function section(title: string, { about, groups, asTable, ...bars }: Section): string {
  if (groups.every(({ entries }) => entries === 0))
    return `<section><h2>${title}</h2><p>Nobody has joined yet.</p></section>`;
  return `<section><h2>${title}</h2>
<p>${about}</p>
<div class="chart" role="region" aria-label="${title}, drawn" tabindex="0">${drawBars(groups, { title, ...bars })}</div>
<details open><summary>As a table</summary>
${asTable(groups)}
</details></section>`;
}
