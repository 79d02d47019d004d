import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBothDatabases, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { figure, reportPage } from './report.ts';

const { onBoth } = await openBothDatabases();
const folder = testFolder();

const rowsOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<th scope="row">([^<]*)<i style="width:([\d.]+)%"><\/i><\/th><td>([^<]*)</g)].map(
      ([, name, width, shown]) => [name, `${shown} ${width}`],
    ),
  );

onBoth('$kind: a report has bars and figures rounded to fives', async ({ kind, database, options }) => {
  await fillList(database, 40);
  await database.query("update waitlist.entries set source = 'Masjid' where id % 4 = 0");
  await database.query("update waitlist.entries set source = 'Friend' where id % 20 = 1");
  await database.query(
    "update waitlist.entries set joined_at = joined_at + interval '2 days' where id % 13 = 0",
  );
  await database.query(
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, state) select id, 'welcome', now(), now(), 'sent' from waitlist.entries`,
  );
  await database.query(
    `insert into waitlist.evidence (entry_id, at, event, via, wording)
     select id, now(), 'confirmed', 'link', 'w1' from waitlist.entries where source = 'Masjid'`,
  );
  const file = join(folder, `${kind}.html`);
  const report = await runCommand(options, ['report', file, '--time-zone', 'Asia/Karachi']);
  expect(report).toEqual({
    code: 0,
    out: '',
    err: `Written to ${file}. Its days and hours are those of Asia/Karachi.\n`,
  });
  const html = readFileSync(file, 'utf8');
  expect(rowsOf(html)).toMatchObject({
    'Joined in all': '40 100.0',
    Reddit: '30 100.0',
    Masjid: '10 33.3',
    Friend: 'under 5 0.0',
    'Masjid: 100 % of 10': '10 100.0',
    'Friend: – of under 5': '0 0.0',
    'command.example: 25 % of 40': '10 100.0',
    '1 March 2026': '35 100.0',
    '3 March 2026': 'under 5 0.0',
    '17:00': '40 100.0',
    '12:00': '0 0.0',
  });
  expect(html, 'it loads nothing, and names nobody').not.toMatch(
    /@command\.example|<script|<link|<img|url\(|@import| src=/,
  );
  expect(html).toContain("default-src 'none'");
});

test.for([':/etc/localtime', 'PKT-5', ''])('where TZ is %j, a report has the hours of UTC', (zone) => {
  const { PATH = '' } = process.env;
  const { stdout } = spawnSync(process.execPath, ['cli/index.ts', 'report', '--help'], {
    env: { PATH, TZ: zone },
    encoding: 'utf8',
  });
  expect(stdout).toContain('(default: "UTC")');
});

test('no small group can be worked out from the others', () => {
  const shown = ['0', 'under 5', 'under 5', '5', '5', '10', '10', '1,005'];
  expect([0, 1, 4, 5, 7, 8, 12, 1003].map(figure)).toEqual(shown);
});

test('on the evening of the first day there is no chart of one day, and the hours are those of that day', () => {
  const one = { joined: 60, confirmed: 40, left: 0, bySource: [{ name: 'cta', entries: 60 }], byHour: [] };
  const funnels = { funnelBySource: [], funnelByProvider: [] };
  const context = { moment: new Date('2026-11-22T22:00:00Z'), timeZone: 'Europe/London' };
  const html = reportPage({ ...one, ...funnels, byDay: [{ name: '2026-11-22', entries: 60 }] }, context);
  expect(html).not.toContain('Joins by day');
  expect(html).toContain('All on 22 November 2026; each hour');
  expect(html).toContain('Not asked');
});
