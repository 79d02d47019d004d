import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { fillList } from '../tests/support/entries.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const { databases } = await openBothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);
const many = 2500;

for (const { database } of databases) {
  await fillList(database, many);
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state, left_at)
     values ('now@command.example', 'now@command.example', 'Masjid', now(), now(), 'w1', 'joined', null),
            ('gone@command.example', 'gone@command.example', 'Friend', now(), now(), 'w1', 'left', now())`,
  );
}

test.for(databases)(
  '$kind: stats counts the people on the list, those who joined lately and those who left',
  async ({ options }) => {
    const { code, out, err } = await runCommand(options, ['stats']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      'On the list                  2501\nConfirmed by email              0\nJoined in the last 24 hours     1\nJoined in the last 7 days       1\nLeft                            1\n',
    );
    expect(out).toMatch(/By source\n {2}Reddit {2}2500\n {2}Masjid {5}1\n/);
    expect(out).toMatch(/By day \(UTC\)\n[\s\S]*█[\s\S]*2026-03-01 to \d{4}-\d\d-\d\d/);
  },
);

test.for(databases)(
  '$kind: stats --json prints the requested fields, or lists the fields when one does not exist',
  async ({ options }) => {
    const chosen = await runCommand(options, ['stats', '--json', 'total,left']);
    expect(JSON.parse(chosen.out)).toEqual({ total: many + 1, left: 1 });
    expect(JSON.parse((await runCommand(options, ['stats', '--json'])).out)).toMatchObject({
      byDay: [{ day: '2026-03-01', entries: many }, { entries: 1 }],
    });
    expect(await runCommand(options, ['stats', '--json', 'sum'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('There are: total, confirmed, left'),
    });
  },
);

test.for(databases)(
  '$kind: list shows the newest first, by source, state, confirmation and flood',
  async ({ database, options }) => {
    const newest = await runCommand(options, ['list', '--limit', '2', '--json', 'email']);
    expect(JSON.parse(newest.out)).toEqual([
      { email: 'gone@command.example' },
      { email: 'now@command.example' },
    ]);
    const mosque = await runCommand(options, ['list', '--source', 'Masjid']);
    expect(mosque.out).toMatch(
      /│ email +│ source │ joined_at +│ state +│\n.*\n│ now@command\.example │ Masjid/,
    );
    const left = await runCommand(options, ['list', '--state', 'left', '--json', 'email,state']);
    expect(JSON.parse(left.out)).toEqual([{ email: 'gone@command.example', state: 'left' }]);
    expect((await runCommand(options, ['list', '--source', 'TikTok'])).out).toBe('Nobody.\n');
    await database.query(
      "update waitlist.entries set confirmed_at = now(), during_flood = true where email = '+p7@command.example'",
    );
    for (const option of ['--confirmed', '--flood']) {
      const { out } = await runCommand(options, ['list', option, '--json', 'email']);
      expect(JSON.parse(out)).toEqual([{ email: '+p7@command.example' }]);
    }
    await database.query('update waitlist.entries set confirmed_at = null, during_flood = false');
  },
);

test.for(databases)(
  '$kind: export writes everyone on the list, with or without the guard against formulas',
  async ({ options }) => {
    const csv = await runCommand(options, ['export']);
    expect(csv).toMatchObject({ code: 0, err: `${many + 1} entries exported.\n` });
    const lines = csv.out.split('\r\n');
    expect(lines[0]).toBe('"email","source","joined_at","consent_wording","confirmed_at"');
    expect(lines[1]).toBe(`"'+p1@command.example","Reddit","2026-03-01T12:00:00.000Z","w1",""`);
    expect(new Set(lines.slice(1, -1)).size).toBe(many + 1);
    expect(csv.out).not.toContain('gone@');
    expect((await runCommand(options, ['export', '--raw'])).out.split('\r\n')[1]).toMatch(
      /^"\+p1@command\.example"/,
    );
    const json = await runCommand(options, ['export', '--json', 'email']);
    expect(JSON.parse(json.out)).toHaveLength(many + 1);
    expect(JSON.parse(json.out)[0]).toEqual({ email: '+p1@command.example' });
  },
);

test.for(databases)('$kind: export --since leaves out people who joined before', async ({ options }) => {
  const since = await runCommand(options, ['export', '--since', '2026-03-01T12:00:01Z', '--json', 'email']);
  expect(JSON.parse(since.out)).toEqual([{ email: 'now@command.example' }]);
  for (const words of [
    ['--since', 'lately'],
    ['--since', '2026-03-01', '--all'],
  ]) {
    expect(await runCommand(options, ['export', ...words])).toMatchObject({ code: 2, out: '' });
  }
});

test.for(databases)('$kind: export --out writes a file and says so', async ({ kind, options }) => {
  const file = join(folder.path, `${kind}.ndjson`);
  expect(await runCommand(options, ['export', '--format', 'ndjson', '--out', file])).toEqual({
    code: 0,
    out: '',
    err: `${many + 1} entries exported to ${file}.\n`,
  });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(many + 1);
});

test.for(databases)(
  '$kind: who confirmed can be exported alone, and an export does not overwrite a file',
  async ({ kind, database, options }) => {
    await database.query(
      "update waitlist.entries set confirmed_at = now() where email = 'now@command.example'",
    );
    const out = join(folder.path, `confirmed-${kind}.csv`);
    const words = ['export', '--confirmed', '--out', out];
    expect((await runCommand(options, words)).err).toBe(`1 entry exported to ${out}.\n`);
    expect(readFileSync(out, 'utf8')).toMatch(/\n"now@command\.example",.*Z"\r\n$/);
    expect(await runCommand(options, words)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is there already'),
    });
  },
);

test.for(databases)(
  '$kind: a whole list that is to be in another format is a wrong call',
  async ({ options }) => {
    for (const words of [['--format', 'ndjson'], ['--raw'], ['--json']]) {
      expect(await runCommand(options, ['export', '--all', ...words])).toEqual({
        code: 2,
        out: '',
        err: expect.stringContaining(`'--all' cannot be used with option '${words[0]}`),
      });
    }
  },
);
