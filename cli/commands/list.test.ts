import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { csvName, exportColumns } from '../../waitlist/entries.ts';

const { lists, onBoth } = await openBothLists();
const folder = testFolder();

const latestAction = async (database: Database) =>
  (await database.query('select action, entries from waitlist.audit order by id desc limit 1'))[0];

const many = 2500;

for (const { database } of lists) {
  await fillList(database, many);
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state, left_at)
     values ('now@command.example', 'now@command.example', 'Masjid', now(), now(), 'w1', 'joined', null),
            ('gone@command.example', 'gone@command.example', 'Friend', now(), now(), 'w1', 'left', now())`,
  );
  await database.query(
    `update waitlist.entries set confirmed_at = case email when '+p7@command.example' then now() end,
            network_mark = case email when '+p8@command.example' then 'net-work' end
      where email in ('+p7@command.example', '+p8@command.example')`,
  );
}

onBoth('$kind: stats counts who is on the list, who joined lately and who left', async ({ options }) => {
  const { out } = await runCommand(options, ['stats']);
  expect(out).toContain(
    `Ever joined             2,502
  On the list           2,501
    Confirmed               1
    Unanswered          2,500
    Unreachable             0
  Left                      1
  Said it was not them      0
  Complained                0
  Erased                    0

Of those who confirmed 0 did so after the reminder.
Of those on the list 1 joined in the last 24 hours, 1 in the last 7 days.

Joined, by day (UTC)
`,
  );
  expect(out).toMatch(/by day \(UTC\)\n {2}█ +▁\n {2}2026-03-01 to \d{4}-\d\d-\d\d, at most 2500 a week\n/);
  const chosen = await runCommand(options, ['stats', '--json', 'onList,left,byDay']);
  expect(JSON.parse(chosen.out)).toMatchObject({
    onList: many + 1,
    left: 1,
    byDay: [{ name: '2026-03-01', joined: many }, { joined: 2 }],
  });
});

onBoth('$kind: list shows the newest first, and can leave out others', async ({ options }) => {
  const emails = async (...words: string[]) =>
    JSON.parse((await runCommand(options, ['list', '--json', 'email', ...words])).out).map(
      (row: { email: string }) => row.email,
    );
  expect(await emails('--limit', '2')).toEqual(['gone@command.example', 'now@command.example']);
  expect(await emails('--standing', 'left')).toEqual(['gone@command.example']);
  expect(await emails('--standing', 'confirmed')).toEqual(['+p7@command.example']);
  expect(await emails('--network', 'net-work')).toEqual(['+p8@command.example']);
  expect((await runCommand(options, ['list', '--source', 'Masjid'])).out).toMatch(
    /│ email +│ source │ joinedAt +│ standing +│ network │\n.*\n│ now@command\.example │ Masjid/,
  );
});

onBoth(
  '$kind: export writes everyone on the list once, oldest first, or some',
  async ({ kind, database, options }) => {
    const csv = await runCommand(options, ['export']);
    expect(csv).toMatchObject({ code: 0, err: `${many + 1} entries exported.\n` });
    expect(await latestAction(database)).toEqual({ action: 'export', entries: many + 1 });
    const lines = csv.out.split('\r\n');
    expect(lines[0]).toMatch(/^"email","source","joined_at","consent_wording","confirmed_at"/);
    expect(lines[1]).toMatch(/^"'\+p1@command\.example","Reddit","2026-03-01T12:00:00\.000Z","w1",""/);
    const oldestFirst = Array.from({ length: many }, (_, index) => `"'+p${index + 1}@command.example"`);
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual([
      ...oldestFirst,
      '"now@command.example"',
    ]);
    expect(csv.out).not.toContain('gone@');
    expect((await runCommand(options, ['export', '--raw'])).out).toContain('\r\n"+p1@command.example"');
    const json = async (...words: string[]) =>
      JSON.parse((await runCommand(options, ['export', '--json', 'email', ...words])).out);
    expect(await json()).toHaveLength(many + 1);
    expect(await json('--joined-since', '2026-03-01T12:00:01Z')).toEqual([{ email: 'now@command.example' }]);
    const out = join(folder, `confirmed-${kind}.ndjson`);
    const confirmed = ['export', '--confirmed', '--format', 'ndjson', '--out', out];
    const exported = { code: 0, out: '', err: `1 entry exported to ${out}.\n` };
    expect(await runCommand(options, confirmed)).toEqual(exported);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ email: '+p7@command.example' });
    expect((await runCommand(options, confirmed)).err).toContain('is there already');
    const [gone] = await database.query<{ email: string }>(
      "select waitlist.suppress(email, 'bounce', now()), email from waitlist.entries where confirmed_at is not null",
    );
    expect(gone?.email).toBe('+p7@command.example');
    expect(await json('--confirmed')).toEqual([]);
  },
);

test('an export has each column of an entry but those that only the database needs', async () => {
  const [{ database }] = lists as [(typeof lists)[number]];
  const [entry] = await database.query('select * from waitlist.entries limit 1');
  const internal = ['id', 'canonical', 'consented_at', 'left_at', 'state', 'network_mark'];
  expect([...exportColumns.map(csvName), ...internal].sort()).toEqual(Object.keys(entry ?? {}).sort());
});

test('limits are shown with their reasons, and set', async () => {
  const [{ options }] = lists as [(typeof lists)[number]];
  const limits = (...words: string[]) => runCommand(options, ['limits', ...words]);
  expect((await limits('emails-an-hour')).out).toMatch(/│ emails-an-hour │ 10000 │[\s\S]*A breaker/);
  const { out } = await limits();
  for (const { name, reason } of JSON.parse((await limits('--json')).out))
    expect(out).toContain(`\n${name}: ${reason}\n`);
  const set = await limits('emails-an-hour', '--most', '50000', '--json', 'name,most');
  expect(JSON.parse(set.out)).toEqual([{ name: 'emails-an-hour', most: 50000 }]);
  expect(await limits('emails', '--most', '5')).toMatchObject({ code: 2, out: '' });
});

onBoth('$kind: a page of people who have all left does not end an export', async ({ database, options }) => {
  // In parts: on a busy machine all in one statement took longer than a statement may.
  for (const last of [500, 1000, 1500, 2000])
    await database.query(
      "select waitlist.leave_list(id, 'by hand') from waitlist.entries where id > $1 - 500 and id <= $1",
      [last],
    );
  onTestFinished(async () => {
    await database.query("update waitlist.entries set state = 'joined', left_at = null where id <= 2000");
  });
  const { err } = await runCommand(options, ['export']);
  expect(err).toBe(`${many - 1999} entries exported.\n`);
});
