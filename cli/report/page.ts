import { site } from '../../content/site.ts';
import type { ReportFigures } from '../../waitlist/report-figures.ts';
import { drawBars } from './draw-bars.ts';
import { hideSmall, type ShownGroup } from './hide-small.ts';

/** One page for day, night and paper. It asks the network for nothing. */
const css = `:root{color-scheme:light dark;--ink:#1c2321;--paper:#fbf9f4;--bar:#8a5a1c;--line:#d8d2c4}
@media (prefers-color-scheme:dark){:root{--ink:#ece7db;--paper:#141a1d;--bar:#d9a352;--line:#39424a}}
@media print{:root{--ink:#000;--paper:#fff;--bar:#555;--line:#bbb}section{break-inside:avoid}details{display:block}}
body{margin:0 auto;padding:2rem 1rem;max-width:46rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1,h2{line-height:1.2}h2{margin-top:2.5rem}svg{width:100%;height:auto;--plot-background:var(--paper)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.2rem 1.5rem .2rem 0;text-align:left;border-bottom:1px solid var(--line)}
td{text-align:right}summary{cursor:pointer}`;

/**
 * The report as one HTML file. Groups under five are hidden in the drawings and in the tables.
 * @param moment of the count, ISO 8601
 */
export function reportPage(
  figures: ReportFigures,
  { moment, timeZone }: { moment: string; timeZone: string },
): string {
  const { joined, confirmed, left } = figures;
  const funnel = hideSmall([
    { name: 'Joined', entries: joined },
    { name: 'Confirmed by email', entries: confirmed },
    { name: 'Still on the list', entries: joined - left },
    { name: 'Left', entries: left },
  ]);
  const days = hideSmall(figures.byDay);
  const sources = hideSmall(figures.bySource);
  const hours = hideSmall(figures.byHour);
  const sections = [
    section('From joining to leaving', 'Step', funnel, 'down'),
    section('Joins by day', 'Day', days, 'across', true),
    section('How they heard of us', 'Source', sources, 'down'),
    section('Joins by hour', 'Hour', hours, 'across'),
  ];
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(site.name)}: the waitlist</title>
<style>${css}</style>
<h1>The waitlist of ${escaped(site.name)}</h1>
<p>Counted at ${escaped(moment)}. Days and hours are those of ${escaped(timeZone)}. A group of fewer than five people is not shown.</p>
${sections.join('\n')}
</html>
`;
}

function section(
  title: string,
  column: string,
  groups: ShownGroup[],
  direction: 'across' | 'down',
  isTime = false,
): string {
  if (groups.length === 0) return `<section><h2>${title}</h2><p>Nobody has joined yet.</p></section>`;
  const rows = groups.map(
    ({ name, entries }) => `<tr><th scope="row">${escaped(name)}</th><td>${entries ?? 'hidden'}</td></tr>`,
  );
  return `<section><h2>${title}</h2>
${drawBars(groups, { title, direction, isTime })}
<details open><summary>As a table</summary><table><thead><tr><th scope="col">${column}</th><th scope="col">People</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></details></section>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
