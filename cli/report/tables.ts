import { escapeHtml } from '../../mail/fill.ts';
import type { ShownGroup } from './hide-small.ts';

export const figure = (entries: number | null) =>
  entries === null ? 'hidden' : entries.toLocaleString('en-GB');

/** @param column the heading of the names @param nameOf the name as HTML @param caption for one of several tables */
export function table(
  column: string,
  groups: ShownGroup[],
  { caption, nameOf = escapeHtml }: { caption?: string; nameOf?: (name: string) => string } = {},
): string {
  const rows = groups.map(
    ({ name, entries }) => `<tr><th scope="row">${nameOf(name)}</th><td>${figure(entries)}</td></tr>`,
  );
  return `<table>${caption === undefined ? '' : `<caption>${caption}</caption>`}
<thead><tr><th scope="col">${column}</th><th scope="col">People</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>`;
}

const monthInWords = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const dayInWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const dayOf = (day: string) => `<time datetime="${day}">${dayInWords.format(new Date(day))}</time>`;

/** One table of days for each month. */
export function monthTables(days: ShownGroup[]): string {
  const months = Map.groupBy(days, ({ name }) => name.slice(0, 7));
  return besideEachOther(
    [...months].map(([month, own]) =>
      table('Day', own, { caption: monthInWords.format(new Date(`${month}-01`)), nameOf: dayOf }),
    ),
  );
}

/** The first hour of each part of the day; each has six hours. */
const partsOfDay = { Night: 0, Morning: 6, Afternoon: 12, Evening: 18 };

/** One table of hours for each part of the day. */
export function hourTables(hours: ShownGroup[]): string {
  return besideEachOther(
    Object.entries(partsOfDay).map(([caption, first]) =>
      table('Hour', hours.slice(first, first + 6), { caption, nameOf: (hour) => `${hour}:00` }),
    ),
  );
}

/** Several tables, so that a printed page can break between them. */
const besideEachOther = (tables: string[]) => `<div class="parts">\n${tables.join('\n')}\n</div>`;
