import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DatabaseOptions } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { bothDatabases, copyEmbeddedList } from '../tests/support/databases.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const { places } = await bothDatabases();

async function query<Row>(options: DatabaseOptions, sql: string): Promise<Row[]> {
  const database = await openDatabase(options);
  try {
    return await database.query<Row>(sql);
  } finally {
    await database.close();
  }
}

for (const { options } of places) {
  await query(
    options,
    "select waitlist.import_batch(array_agg('a' || n || '@dump.example'), array_agg('Friend'::text)) from generate_series(1, 1500) as n",
  );
  await query(options, "update waitlist.entries set state = 'left' where email = 'a7@dump.example'");
  await query(
    options,
    "update waitlist.entries set email = e'line\\u2028@dump.example' where email = 'a8@dump.example'",
  );
  await query(options, "update waitlist.limits set most = 7 where name = 'client'");
}

function place(): { options: DatabaseOptions; file: (name: string) => string } {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  copyEmbeddedList(path);
  return { options: { dataDir: path }, file: (name) => join(path, name) };
}

test.for(places)(
  '$kind: a whole list goes into an empty one: exported again it is the same file, and sending is paused',
  async ({ options: old }) => {
    const { options, file } = place();
    const [there, back] = [file('there.ndjson'), file('back.ndjson')];
    expect(await runCommand(old, ['export', '--all', '--out', there])).toMatchObject({ code: 0 });
    expect((await runCommand(options, ['import', there, '--all', '--dry-run'])).err).toMatch(
      /rows would be imported/,
    );
    expect(await runCommand(options, ['import', there, '--all', '--yes'])).toMatchObject({
      code: 0,
      err: expect.stringContaining('Sending is paused'),
    });
    await runCommand(options, ['export', '--all', '--out', back]);
    expect(readFileSync(back, 'utf8')).toBe(readFileSync(there, 'utf8'));
    const database = await openDatabase(options);
    onTestFinished(() => database.close());
    expect(await database.query("select most from waitlist.limits where name = 'client'")).toEqual([
      { most: 7 },
    ]);
    // A new entry gets an id after those that were imported.
    await database.query("select public.add_to_waitlist('after@dump.example', 'Friend')");
  },
);

test.for(places)(
  '$kind: a list that is not empty is refused, and keeps what it has',
  async ({ options: old }) => {
    const { options, file } = place();
    await runCommand(old, ['export', '--all', '--out', file('all')]);
    const again = await runCommand(old, ['import', file('all'), '--all', '--yes']);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('goes into an empty one') });
    await query(
      options,
      "insert into waitlist.suppressions (address_hash, reason, noted_at) values ('\\xabcd', 'not-me', now())",
    );
    expect(await runCommand(options, ['import', file('all'), '--all', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('this one has 1 row in suppressions'),
    });
    expect(await query(options, 'select reason from waitlist.suppressions')).toEqual([{ reason: 'not-me' }]);
  },
);

test.for(places)(
  '$kind: a file that is damaged, cut off or has more than this list changes nothing',
  async ({ options: old }) => {
    const { options, file } = place();
    await runCommand(old, ['export', '--all', '--out', file('all')]);
    const whole = readFileSync(file('all'), 'utf8');
    const lines = whole.split('\n');
    const broken: [text: string, sentence: RegExp][] = [
      [lines.slice(0, 700).join('\n'), /is not whole: its end is missing/],
      [lines.slice(0, -2).join('\n'), /is not whole/],
      [
        [...lines.slice(0, 9), '["entries",{"id":1}', ...lines.slice(9)].join('\n'),
        /Line 10 of .* is damaged/,
      ],
      [whole.replaceAll('["entries",', '["people",'), /this list has no table people/],
      [whole.replace(/"(\d{14})"\]/, '"20990101000000"]'), /Bring both to the same version/],
      ['email\na@b.example\n', /was not written by export --all/],
    ];
    for (const [text, sentence] of broken) {
      writeFileSync(file('broken'), text);
      const outcome = await runCommand(options, ['import', file('broken'), '--all', '--yes']);
      expect(outcome).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
      expect(await query(options, 'select from waitlist.entries')).toEqual([]);
    }
    expect(await runCommand(options, ['import', file('all')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--all'),
    });
  },
);

test('an embedded list that a server has open is not exported whole, because its moment would not be one', async () => {
  const { options } = place();
  const server = await openDatabase(options);
  onTestFinished(() => server.close());
  expect(await runCommand(options, ['export', '--all'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/process/i),
  });
});
