import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/fill-list.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { funnelOf, hideSmall } from './report/hide-small.ts';
import { css } from './report/style.ts';

const { databases } = await openBothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);

const rowsOf = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(
        /<th scope="row">(?:<time datetime="([^"]*)">)?([^<]*)(?:<\/time>)?<\/th><td>([^<]*)</g,
      ),
    ].map(([, day, name, figure]) => [day ?? name, figure]),
  );

test.for(databases)(
  '$kind: a report has tables and charts, with small groups hidden',
  async ({ kind, database, options }) => {
    await fillList(database, 40);
    await database.query("update waitlist.entries set source = 'Masjid' where id % 4 = 0");
    await database.query("update waitlist.entries set source = 'Friend' where id % 20 = 1");
    const file = join(folder.path, `${kind}.html`);
    const report = await runCommand(options, ['report', file, '--time-zone', 'Asia/Karachi']);
    expect(report).toEqual({ code: 0, out: '', err: `Written to ${file}.\n` });
    const html = readFileSync(file, 'utf8');
    expect(rowsOf(html)).toMatchObject({
      Joined: '40',
      Reddit: '28',
      Masjid: 'hidden',
      Friend: 'hidden',
      '2026-03-01': '40',
      '17:00': '40',
      '12:00': '0',
    });
    expect(html.match(/<svg/g)).toHaveLength(4);
  },
);

test('a report loads nothing, and contains no address', () => {
  for (const { kind } of databases) {
    const html = readFileSync(join(folder.path, `${kind}.html`), 'utf8');
    expect(html).not.toMatch(/command\.example|<script|<link|<img|url\(|@import| src=/);
    expect(html).toContain("default-src 'none'");
  }
});

test('with a single small group the next smallest is hidden too, because the total would reveal it', () => {
  const groups = (...figures: number[]) =>
    figures.map((entries, index) => ({ name: String(index), entries }));
  const shown = (...figures: number[]) => hideSmall(groups(...figures)).map(({ entries }) => entries);
  expect(shown(9, 4, 7)).toEqual([9, null, null]);
  expect(shown(9, 4, 3, 7)).toEqual([9, null, null, 7]);
  expect(shown(5, 0, 9)).toEqual([5, 0, 9]);
});

test('the number who stayed cannot be calculated from the number who left, nor the other way round', () => {
  expect(funnelOf(40, 10, 2)).toEqual({ joined: 40, confirmed: 10, staying: null, left: null });
  expect(funnelOf(40, 3, 38)).toEqual({ joined: 40, confirmed: null, staying: null, left: null });
  expect(funnelOf(40, 10, 0)).toEqual({ joined: 40, confirmed: 10, staying: 40, left: 0 });
  expect(funnelOf(40, 10, 9)).toEqual({ joined: 40, confirmed: 10, staying: 31, left: 9 });
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
