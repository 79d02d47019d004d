import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { bothDatabases, copyEmbeddedList, testFolder } from '../tests/support/databases.ts';
import { served } from '../tests/support/entries.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';

const { places } = await bothDatabases();

const query = <Row>(options: DatabaseOptions, ...statements: string[]) =>
  // On a busy machine so many people at once take longer than a visitor waits.
  served({ ...options, queryTimeoutMs: 300_000 }, async (database) => {
    let rows: Row[] = [];
    for (const sql of statements) rows = await database.query<Row>(sql);
    return rows;
  });

for (const { options } of places)
  await query(
    options,
    "select waitlist.import_batch(array_agg('a' || n || '@dump.example'), array_agg('Friend'::text), false) from generate_series(1, 1500) as n",
    "update waitlist.entries set state = 'left' where email = 'a7@dump.example'",
    "update waitlist.limits set most = 7, reason = E'a line ends\\u2028for some' where name = 'client'",
  );

/** An empty list, and a function that exports a list whole into a file beside it. */
function place() {
  const path = testFolder();
  copyEmbeddedList(path);
  return {
    options: { dataDir: path },
    async exported(list: DatabaseOptions): Promise<string> {
      const file = join(path, `${performance.now()}.ndjson`);
      expect(await runCommand(list, ['export', '--all', '--out', file])).toMatchObject({ code: 0 });
      return file;
    },
  };
}

const failed = (sentence: RegExp) => ({ code: 1, err: expect.stringMatching(sentence) });

for (const { kind, options: old } of places)
  test(`${kind}: a whole list goes into an empty one: exported again it is the same file, and sending is paused`, async () => {
    const { options, exported } = place();
    const file = await exported(old);
    const imported = await runCommand(options, ['import', file, '--all', '--yes']);
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('Sending is paused') });
    expect(readFileSync(await exported(options), 'utf8')).toBe(readFileSync(file, 'utf8'));
    const limit = "select most from waitlist.limits where name = 'client'";
    // A new entry gets an id after those that were imported.
    const anew = "select public.add_to_waitlist('after@dump.example', 'Friend')";
    expect(await query(options, anew, limit)).toEqual([{ most: 7 }]);
  });

test('a list that is not empty is refused, and keeps what it has', async () => {
  const { options, exported } = place();
  const [old] = places as [(typeof places)[number]];
  const file = await exported(old.options);
  await query(
    options,
    "insert into waitlist.suppressions (address_hash, reason, noted_at) values ('\\xabcd', 'not-me', now())",
  );
  const outcome = await runCommand(options, ['import', file, '--all', '--yes']);
  expect(outcome).toMatchObject(failed(/this one has 1 row in suppressions/));
  const kept = [{ reason: 'not-me' }];
  expect(await query(options, 'select reason from waitlist.suppressions')).toEqual(kept);
});

test('a file that is damaged, cut off or has more than this list changes nothing', async () => {
  const { options, exported } = place();
  const file = await exported((places[0] as (typeof places)[number]).options);
  const whole = readFileSync(file, 'utf8');
  const lines = whole.split('\n');
  const broken: [text: string, sentence: RegExp][] = [
    [lines.slice(0, 700).join('\n'), /is not whole: its end is missing/],
    [[...lines.slice(0, 9), '["entries",{"id":1}', ...lines.slice(9)].join('\n'), /Line 10 of .* is damaged/],
    [whole.replace(/"(\d{14})"\]/, '"20990101000000"]'), /Bring both to the same version/],
    ['email\na@b.example\n', /was not written by export --all/],
  ];
  for (const [text, sentence] of broken) {
    writeFileSync(file, text);
    const outcome = await runCommand(options, ['import', file, '--all', '--yes']);
    expect(outcome).toMatchObject(failed(sentence));
  }
  expect(await query(options, 'select from waitlist.entries')).toEqual([]);
});

test('an embedded list that a server has open is not exported whole, because its moment would not be one', async () => {
  const { options } = place();
  const server = await openDatabase(options);
  onTestFinished(() => server.close());
  const outcome = await runCommand(options, ['export', '--all']);
  expect(outcome).toMatchObject({ ...failed(/process/i), out: '' });
});
