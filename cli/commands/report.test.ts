import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { css, figure, reportPage } from './report.ts';

const { databases } = await openBothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);

const rowsOf = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(
        /<th scope="row">(?:<time datetime="([^"]*)">)?([^<]*)(?:<\/time>)?(?:<i[^>]*><\/i>)?<\/th><td>([^<]*)</g,
      ),
    ].map(([, day, name, figure]) => [day ?? name, figure]),
  );

test.for(databases)(
  '$kind: a report has tables and charts, with figures rounded to fives',
  async ({ kind, database, options }) => {
    await fillList(database, 40);
    await database.query("update waitlist.entries set source = 'Masjid' where id % 4 = 0");
    await database.query("update waitlist.entries set source = 'Friend' where id % 20 = 1");
    await database.query(
      "update waitlist.entries set joined_at = joined_at + interval '2 days' where id % 13 = 0",
    );
    const file = join(folder.path, `${kind}.html`);
    const report = await runCommand(options, ['report', file, '--time-zone', 'Asia/Karachi']);
    expect(report).toEqual({ code: 0, out: '', err: `Written to ${file}.\n` });
    const html = readFileSync(file, 'utf8');
    expect(rowsOf(html)).toMatchObject({
      Joined: '40',
      Reddit: '30',
      Masjid: '10',
      Friend: 'under 5',
      '2026-03-01': '35',
      '2026-03-03': 'under 5',
      '17:00': '40',
      '12:00': '0',
    });
    // Three days, the one between without a join, and 24 hours.
    expect(html.match(/<i style="height/g)).toHaveLength(27);
  },
);

test('a report loads nothing, and contains no address', () => {
  for (const { kind } of databases) {
    const html = readFileSync(join(folder.path, `${kind}.html`), 'utf8');
    expect(html).not.toMatch(/command\.example|<script|<link|<img|url\(|@import| src=/);
    expect(html).toContain("default-src 'none'");
  }
});

test('no small group can be worked out from the others', () => {
  expect([0, 1, 4, 5, 7, 8, 12, 1003].map(figure)).toEqual([
    '0',
    'under 5',
    'under 5',
    '5',
    '5',
    '10',
    '10',
    '1,005',
  ]);
});

const figures = {
  joined: 60,
  confirmed: 40,
  left: 0,
  byDay: [{ name: '2026-11-22', entries: 60 }],
  bySource: [{ name: 'cta', entries: 60 }],
  byHour: Array.from({ length: 24 }, (_, hour) => ({
    name: String(hour).padStart(2, '0'),
    entries: hour === 20 ? 60 : 0,
  })),
};
const context = { moment: new Date('2026-11-22T22:00:00Z'), timeZone: 'Europe/London' };

test('on the evening of the first day there is no chart of one day, and the hours are those of that day', () => {
  const html = reportPage(figures, context);
  expect(html).not.toContain('Joins by day');
  expect(html).toContain('All on 22 November 2026; each hour');
  expect(html).toContain('<span>00:00</span><span>12:00</span><span>24:00</span>');
});

test('two hundred days are drawn as weeks, so that they fit a phone', () => {
  const byDay = ['2026-01-01', '2026-07-19'].map((name) => ({ name, entries: 30 }));
  const html = reportPage({ ...figures, byDay }, context);
  expect(html).toContain('Joins by week: 1 Jan 2026 to 19 Jul 2026, at most 30');
  expect(html.match(/<i style="height/g)).toHaveLength(29 + 24);
});

test('a report has the site’s colours, in light and in dark mode', () => {
  const tokens = readFileSync('app/styles/tokens.css', 'utf8');
  const [day = '', night = ''] = css.matchAll(/--paper:.*?--primary:#[\da-f]{6}/g).map(([found]) => found);
  const declarations = day.split(';').map((declaration) => declaration.split(':'));
  for (const [name = '', colour] of declarations) {
    const dark = night.split(`${name}:`)[1]?.slice(0, 7);
    expect(tokens).toContain(`${name}: light-dark(${colour}, ${dark});`);
  }
  expect(declarations.length).toBeGreaterThan(4);
});

test.for(databases)('$kind: a time zone that does not exist is an error', async ({ options }) => {
  const outcome = await runCommand(options, [
    'report',
    join(folder.path, 'x.html'),
    '--time-zone',
    'Mars/Base',
  ]);
  expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('Mars/Base') });
});

test.for(databases)(
  '$kind: a report that cannot get its name leaves no part of itself behind',
  async ({ kind, options }) => {
    const out = join(folder.path, `${kind}-folder`);
    mkdirSync(out);
    const before = readdirSync(folder.path);
    const outcome = await runCommand(options, ['report', out]);
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') });
    expect(readdirSync(folder.path)).toEqual(before);
  },
);
