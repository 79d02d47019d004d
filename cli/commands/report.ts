import { Option } from 'commander';
import { colours } from '../../content/colours.ts';
import { dateInWords } from '../../content/date-in-words.ts';
import { sourceInWords } from '../../content/join-fields.ts';
import { site } from '../../content/site.ts';
import { escapeHtml } from '../../mail/fill-emails.ts';
import { countPeople, type Figures, figureFields, type Group } from '../../waitlist/figures.ts';
import { defineListCommand } from '../command.ts';
import { isTimeZone, timeZoneNamed } from '../local-time.ts';
import { withCommas, withOutput } from '../terminal.ts';

export const reportCommand = defineListCommand<{ timeZone: string }>({
  name: 'report <file>',
  summary: 'draw how the list grows, in one HTML file that needs no network',
  notes:
    'Nobody can be recognised in it: figures are rounded to fives, and groups of fewer than five people are not told apart. --json prints the full figures, for you alone.',
  examples: ['report waitlist.html', 'report waitlist.html --time-zone Asia/Karachi'],
  fields: figureFields.join(', '),
  options: [
    new Option('--time-zone <name>', 'the time zone of its days and hours')
      .argParser(timeZoneNamed)
      .default(timeZoneOfMachine()),
  ],
  async run({ terminal, database, options: { timeZone }, args: [file = ''] }) {
    const data = await countPeople(database, timeZone);
    const page = reportPage(data, { moment: new Date(), timeZone });
    await withOutput(terminal, file, (write) => write(page), { replaces: true });
    return { data, message: `Written to ${file}. Its days and hours are those of ${timeZone}.` };
  },
});

/** The machine's, or UTC where it has none with a name: TZ may hold a file or an offset. */
function timeZoneOfMachine(): string {
  const { timeZone = '' } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/**
 * In a smaller group somebody might be recognised. All figures are rounded to multiples of it, so that nobody can work out a small
 * group from the others, or from two reports (HESA's rounding and suppression of statistics).
 */
const smallest = 5;
const rounded = (entries: number) => (entries < smallest ? 0 : Math.round(entries / smallest) * smallest);

/** A figure as it is shown. */
export function figure(entries: number): string {
  if (entries === 0) return '0';
  return entries < smallest ? `under ${smallest}` : withCommas(rounded(entries));
}

/** A row of a table: how many people. */
interface Bar {
  name: string;
  count: number;
}

/** The report as one HTML file. @param moment of the count */
export function reportPage(
  figures: Figures,
  { moment, timeZone }: { moment: Date; timeZone: string },
): string {
  const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const name = escapeHtml(site.name);
  const content =
    figures.joined === 0
      ? '<section><p>Nobody has joined yet.</p></section>'
      : sectionsOf(figures).join('\n');
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
</header>
<main>
${content}
<footer>All figures are rounded to fives, so that nobody can be known from them. Their sums may therefore differ. Of people who were erased only the number is kept.</footer>
</main>
</html>
`;
}

function sectionsOf(figures: Figures): string[] {
  const summary = [
    { name: 'On the list, confirmed', count: figures.confirmed },
    { name: 'On the list, not answered yet', count: figures.unanswered },
    { name: 'On the list, but out of reach', count: figures.unreachable },
    { name: 'Left', count: figures.left },
    { name: 'Said it was not them', count: figures.notMe },
    { name: 'Complained', count: figures.complained },
    { name: 'Erased', count: figures.erased },
    { name: 'Joined in all', count: figures.joined },
  ];
  const days = joinedIn(figures.byDay).map(({ name: day, count }) => ({ name: dateInWords(day), count }));
  const hours = joinedIn(figures.byHour).map(({ name: hour, count }) => ({ name: `${hour}:00`, count }));
  const onlyDay = days.length === 1 ? days[0]?.name : undefined;
  const bySource = figures.bySource.map((group) => ({ ...group, name: sourceInWords(group.name) }));

  const sections = [section('In all', 'Everyone who ever joined, and what became of them.', summary)];
  if (onlyDay === undefined)
    sections.push(section('Joins by day', 'Days on which nobody joined are left out.', days));
  sections.push(
    section(
      'How they heard of us',
      'What people chose in the form; the one at the end of a page does not ask.',
      joinedIn(bySource),
    ),
    section(
      'Who said yes, by how they heard of us',
      'Of those who were sent the email that asks for it.',
      sharesOf(bySource),
    ),
    section(
      'Who said yes, by mailbox provider',
      'One with a far smaller share than the others may put our emails with the spam.',
      sharesOf(figures.byProvider),
    ),
    section(
      'Joins by hour',
      `${onlyDay ? `All on ${onlyDay}` : 'Of all days together'}; each hour from its first minute to its last.`,
      hours,
    ),
  );
  return sections;
}

const joinedIn = (groups: Group[]): Bar[] => groups.map(({ name, joined }) => ({ name, count: joined }));

/** The share of a smaller group would reveal single people. */
const smallestShared = 20;

/** In percent, to fives as all figures are. */
function shareOf({ emailed, confirmed }: Group): string {
  if (emailed < smallestShared) return '–';
  return `${Math.round(((confirmed / emailed) * 100) / smallest) * smallest} %`;
}

const sharesOf = (groups: Group[]): Bar[] =>
  groups.map((group) => ({
    name: `${group.name}: ${shareOf(group)} of ${figure(group.emailed)}`,
    count: group.confirmed,
  }));

/** A table with a bar in each row. */
function section(title: string, about: string, bars: readonly Bar[]): string {
  const largest = Math.max(1, ...bars.map(({ count }) => rounded(count)));
  const rows = bars.map(({ name, count }) => {
    const width = ((rounded(count) / largest) * 100).toFixed(1);
    return `<tr><th scope="row">${escapeHtml(name)}<i style="width:${width}%"></i></th><td>${figure(count)}</td></tr>`;
  });
  return `<section><h2>${title}</h2>
<p>${about}</p>
<table>${rows.join('\n')}</table></section>`;
}

/** The site's colours by day or by night; without light-dark(), which older browsers lack. */
const declareColours = (scheme: 0 | 1) =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';');

/** For light mode, dark mode and print. It loads nothing, so it uses the fonts installed on the machine. */
const css = `
:root { color-scheme: light dark; ${declareColours(0)} }
@media (prefers-color-scheme: dark) { :root { ${declareColours(1)} } }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 46rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 Figtree, system-ui, sans-serif; overflow-wrap: break-word }
h1, h2 { font-family: "Instrument Serif", "Iowan Old Style", Palatino, Georgia, serif; font-weight: 400; line-height: 1.1; margin-block: 0; break-after: avoid }
h1 { font-size: clamp(2.4rem, 1.2rem + 5vw, 4rem) }
h2 { font-size: clamp(1.7rem, 1.2rem + 1.6vw, 2.25rem) }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1.375rem; margin-block: 1.5rem; padding: clamp(1.25rem, 4vw, 2rem) }
section > p, footer { color: var(--muted); margin-block: .5rem 1rem }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
tr { break-inside: avoid }
th, td { padding: .3rem 0; text-align: start; font-weight: 400; border-bottom: 1px solid var(--line) }
td { text-align: end; vertical-align: top }
i { display: block; height: .7rem; background: var(--primary); border-radius: 4px; margin-top: .3rem; print-color-adjust: exact }
@media print {
  :root { ${declareColours(0)} }
  section { border: 0; padding: 0 }
}`;
