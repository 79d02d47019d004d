import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { bareEnvironment } from '../../tests/support/processes.ts';
import { figure, reportPage } from './report.ts';

const { onBoth } = await openBothLists();
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
    `insert into waitlist.outbox (entry_id, kind, queued_at, due_at, state) select id, 'asking', now(), now(), 'sent' from waitlist.entries`,
  );
  await database.query(
    "update waitlist.entries set confirmed_at = now() where source = 'Masjid' or id % 20 = 3",
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
    'Masjid: – of 10': '10 100.0',
    'Friend: – of under 5': '0 0.0',
    'command.example: 30 % of 40': '10 100.0',
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
  const { stdout } = spawnSync(process.execPath, ['cli/index.ts', 'report', '--help'], {
    env: { ...bareEnvironment(), TZ: zone },
    encoding: 'utf8',
  });
  expect(stdout).toContain('(default: "UTC")');
});

test('no small group can be worked out from the others', () => {
  const shown = ['0', 'under 5', 'under 5', '5', '5', '10', '10', '1,005'];
  expect([0, 1, 4, 5, 7, 8, 12, 1003].map(figure)).toEqual(shown);
});

test('on the first day there is no chart of days, only one of hours', () => {
  const group = { joined: 60, emailed: 60, confirmed: 34, unanswered: 26, unreachable: 0, gone: 0 };
  const html = reportPage(
    {
      joined: 60,
      onList: 60,
      confirmed: 34,
      afterReminder: 0,
      unanswered: 26,
      unreachable: 0,
      left: 0,
      notMe: 0,
      complained: 0,
      erased: 0,
      joinedLast24Hours: 60,
      joinedLast7Days: 60,
      bySource: [{ name: 'cta', ...group }],
      byProvider: [{ name: 'command.example', ...group }],
      byDay: [{ name: '2026-11-22', ...group }],
      byHour: [],
    },
    { moment: new Date('2026-11-22T22:00:00Z'), timeZone: 'Europe/London' },
  );
  expect(html).not.toContain('Joins by day');
  expect(html).toContain('All on 22 November 2026; each hour');
  expect(html).toContain('Not asked: 55 % of 60');
});
