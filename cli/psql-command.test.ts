import { expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';

const { databases } = await openBothDatabases();

test.for(databases)('$kind: a statement prints its rows, as a table or as JSON', async ({ options }) => {
  const sql = 'select 1 as one, null as nothing;';
  expect(await runCommand(options, ['psql', '--command', sql])).toEqual({
    code: 0,
    out: expect.stringMatching(/│ one │ nothing │\n.*\n│ 1 {3}│/),
    err: '1 row\n',
  });
  expect(JSON.parse((await runCommand(options, ['psql', '--command', sql, '--json'])).out)).toEqual([
    { one: 1, nothing: null },
  ]);
});

test.for(databases)('$kind: a table shows JSON and timestamps as text', async ({ options }) => {
  const sql = `select '{"a":[1]}'::jsonb as held, timestamptz '2026-11-22 10:00:00+00' as at`;
  expect((await runCommand(options, ['psql', '--command', sql])).out).toMatch(
    /│ \{"a":\[1\]\} │ 2026-11-22T10:00:00\.000Z │/,
  );
});

test.for(databases)(
  '$kind: statements are read from standard input, each up to a line that ends with ;',
  async ({ options }) => {
    const { code, out } = await runCommand(options, ['psql', '--json'], {
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
      expect(await runCommand(options, ['psql', '--command', sql])).toMatchObject({ code: 2, out: '' });
    }
  },
);

test.for(databases)(
  '$kind: a statement about the session is refused with a reason that is true of it',
  async ({ options }) => {
    for (const sql of ['set timezone = 0', 'listen news']) {
      const { err } = await runCommand(options, ['psql', '--command', sql]);
      expect(err, sql).toContain('no session of its own');
    }
  },
);

test.for(databases)(
  '$kind: a comment or an empty statement does not hide the word by which a statement is refused',
  async ({ options }) => {
    for (const sql of ['-- now\nbegin', '/* a /* b */ */ begin', '; begin', '/* a */ -- b\n;commit;']) {
      expect(await runCommand(options, ['psql', '--command', sql]), sql).toMatchObject({ code: 2, out: '' });
    }
  },
);

test.for(databases)('$kind: the last statement of a pipe needs no semicolon', async ({ options }) => {
  const outcome = await runCommand(options, ['psql', '--json'], {
    piped: 'select 1 as one;\nselect 2 as two\n',
  });
  expect(outcome).toMatchObject({ code: 0, out: expect.stringContaining('"two": 2') });
});

test.for(databases)(
  '$kind: standard input that ends with a comment is not taken for a statement',
  async ({ options }) => {
    const outcome = await runCommand(options, ['psql'], { piped: 'select 1 as one;\n-- that was all\n' });
    expect(outcome).toMatchObject({ code: 0, err: '1 row\n' });
  },
);

test.for(databases.filter(({ kind }) => kind === 'postgres'))(
  '$kind: several statements at once are run without a false error',
  async ({ options }) => {
    expect(await runCommand(options, ['psql', '--command', 'select 1; select 2'])).toEqual({
      code: 0,
      out: '',
      err: 'Done. To see the rows, give one statement at a time.\n',
    });
  },
);

test.for(databases)(
  '$kind: fields after --json are refused: a statement names its own',
  async ({ options }) => {
    const words = ['psql', '--command', 'select 1 as one, 2 as two', '--json', 'one'];
    expect(await runCommand(options, words)).toMatchObject({ code: 2, out: '' });
  },
);

test('the help offers --json without fields', async () => {
  expect((await runCommand({ dataDir: '' }, ['psql', '--help'])).out).toMatch(/--json +print JSON$/m);
});

test.for(databases.filter(({ kind }) => kind === 'postgres'))(
  '$kind: --json is refused where its own psql would ignore it',
  async ({ options }) => {
    const outcome = await runCommand(options, ['psql', '--json'], { typed: 'select 1;' });
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining('--command') });
  },
);

test.for(databases)(
  '$kind: at a terminal it does not wait for statements with --no-input',
  async ({ options }) => {
    const outcome = await runCommand(options, ['psql', '--no-input'], { typed: 'select 1;' });
    expect(outcome).toMatchObject({ code: 4, err: expect.stringContaining('--command') });
  },
);

test.for(databases)(
  '$kind: a wrong statement is an error, with the database’s own words',
  async ({ options }) => {
    expect(await runCommand(options, ['psql', '--command', 'select nonsense'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('nonsense'),
    });
  },
);
