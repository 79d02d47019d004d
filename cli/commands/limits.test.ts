import { expect, test } from 'vitest';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';

const { databases } = await openBothDatabases();

test.for(databases)('$kind: a limit is shown with its reason, and set', async ({ options }) => {
  const shown = await runCommand(options, ['limits', 'emails-an-hour']);
  expect(shown).toMatchObject({
    code: 0,
    out: expect.stringMatching(/│ emails-an-hour │ 10000 │[\s\S]*A breaker/),
  });
  const set = await runCommand(options, [
    'limits',
    'emails-an-hour',
    '--most',
    '50000',
    '--json',
    'name,most',
  ]);
  expect(JSON.parse(set.out)).toEqual([{ name: 'emails-an-hour', most: 50000 }]);
  expect(JSON.parse((await runCommand(options, ['limits', '--json', 'name'])).out).length).toBeGreaterThan(
    10,
  );
});

test.for(databases)(
  '$kind: a limit that does not exist is a wrong call that names those that do',
  async ({ options }) => {
    for (const words of [
      ['limits', 'emails', '--most', '5'],
      ['limits', '--most', '5'],
      ['limits', 'client', '--most', '0'],
    ])
      expect(await runCommand(options, words)).toMatchObject({ code: 2, out: '' });
    expect((await runCommand(options, ['limits', 'emails'])).err).toContain(
      'There are: announcements-an-hour, busy',
    );
  },
);
