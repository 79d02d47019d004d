import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { fillList } from '../../tests/support/entries.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { eraseExpired } from './erase-expired.ts';

const { databases } = await openBothDatabases();
for (const { database } of databases) await fillList(database, 3);

const promise = { launchedOn: null, monthsAfterLaunch: 12, latest: '2028-12-31' };
const nobodyAsks = { input: false, yes: true };

/** The call of the command on a day after the policy's, at a terminal where this is typed. */
function call(place: (typeof databases)[number], options: object, typed = '') {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(`${typed}\r`);
  return {
    terminal: {
      env: { DATA_DIR: place.options.dataDir },
      stdin,
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    },
    options: { input: true, ...options },
  };
}
const after = new Date('2029-01-01');

test.for(databases)(
  '$kind: before the day it says the day and the number, and changes nothing',
  async ({ options }) => {
    const { code, err } = await runCommand(options, ['erase-expired', '--yes', '--people', '3']);
    expect(code).toBe(0);
    expect(err).toMatch(/^The list is to be erased on \d{4}-\d\d-\d\d: 3 people\. Nothing was changed\.\n$/);
  },
);

test.for(databases)('$kind: nobody is erased without the number of people', async (place) => {
  const erase = (options: object, typed?: string) =>
    eraseExpired(call(place, options, typed), place.database, promise, after);
  await expect(erase({}, 'erase')).rejects.toThrow('Nothing was changed.');
  await expect(erase({ input: false })).rejects.toThrow('--yes');
  await expect(erase(nobodyAsks)).rejects.toThrow('--people 3');
  await expect(erase({ ...nobodyAsks, people: 2 })).rejects.toThrow('There are 3 people on the list, not 2.');
  expect(await place.database.query('select from waitlist.entries')).toHaveLength(3);
});

test.for(databases)(
  '$kind: a day before the first person joined is taken for a mistyped year',
  async (place) => {
    const launched = { ...promise, launchedOn: '2023-01-15' };
    await expect(
      eraseExpired(call(place, { ...nobodyAsks, people: 3 }), place.database, launched, after),
    ).rejects.toThrow('on 2024-01-15, before the first person joined (2026-03-01). Check the years');
  },
);

test.for(databases)('$kind: with the number typed all of them are erased', async (place) => {
  const answer = await eraseExpired(call(place, {}, '3'), place.database, promise, after);
  expect(answer.data).toEqual({ due: '2028-12-31', erased: 3 });
  expect(await place.database.query('select from waitlist.entries')).toEqual([]);
});
