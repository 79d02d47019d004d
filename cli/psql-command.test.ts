import { expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { desk } from '../tests/support/memory-terminal.ts';

const { databases } = await openBothDatabases();

test.for(databases)('$kind: a statement prints its rows, as a table or as JSON', async ({ options }) => {
  const sql = 'select 1 as one, null as nothing;';
  expect(await desk(options, ['psql', '--command', sql])).toEqual({
    code: 0,
    out: expect.stringMatching(/│ one │ nothing │\n.*\n│ 1 {3}│/),
    err: '1 row\n',
  });
  expect(JSON.parse((await desk(options, ['psql', '--command', sql, '--json'])).out)).toEqual([
    { one: 1, nothing: null },
  ]);
});

test.for(databases)('$kind: a table shows JSON and timestamps as text', async ({ options }) => {
  const sql = `select '{"a":[1]}'::jsonb as held, timestamptz '2026-11-22 10:00:00+00' as at`;
  expect((await desk(options, ['psql', '--command', sql])).out).toMatch(
    /│ \{"a":\[1\]\} │ 2026-11-22T10:00:00\.000Z │/,
  );
});

test.for(databases)(
  '$kind: statements are read from standard input, each up to a line that ends with ;',
  async ({ options }) => {
    const { code, out } = await desk(options, ['psql', '--json'], {
      piped: "select\n'a;b' as text;\nselect 2 as two;\n",
    });
    expect(code).toBe(0);
    expect(out).toBe('[\n  {\n    "text": "a;b"\n  }\n]\n[\n  {\n    "two": 2\n  }\n]\n');
  },
);

test.for(databases)(
  '$kind: statements that would affect the joins of others are refused',
  async ({ options }) => {
    for (const sql of ['begin', ' Rollback', 'set timezone = 0', 'lock table waitlist.entries']) {
      expect(await desk(options, ['psql', '--command', sql])).toMatchObject({ code: 2, out: '' });
    }
  },
);

test.for(databases)(
  '$kind: a wrong statement is an error, with the database’s own words',
  async ({ options }) => {
    expect(await desk(options, ['psql', '--command', 'select nonsense'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nonsense'),
    });
  },
);
