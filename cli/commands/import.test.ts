import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openBothDatabases } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const { databases } = await openBothDatabases();

function write(name: string, text: string): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return file;
}

/** How many emails are owed to addresses like this. */
async function owed(database: Database, like: string): Promise<number> {
  const rows = await database.query(
    'select from waitlist.outbox join waitlist.entries on entries.id = entry_id where email like $1',
    [like],
  );
  return rows.length;
}

/** The messages for the bad lines of `mixed.csv`. */
const badLines = `line 3: That does not look like a complete email address. Check it and try again.
line 4: There is no email on this line.
line 6: Choose one of the answers to how you heard about us.
`;
const mixed = (name: string) =>
  `\uFEFFEmail,Source,Name\n"'+${name}1@import.example",Friend,A\nnobody,Friend,B\n,Friend,C\n${name}2@import.example,,D\n${name}3@import.example,A dream,E\n`;

test.for(databases)(
  '$kind: the people on good lines of a CSV file join, and bad lines are reported by number',
  async ({ kind, database, options }) => {
    const file = write('mixed.csv', mixed(kind));
    expect(await runCommand(options, ['import', file, '--yes'])).toEqual({
      code: 1,
      out: badLines,
      err: `Not taken from ${file}: the columns name.\n2 joined, 0 were known, 3 were refused.\n`,
    });
    const rows = await database.query(
      "select email, source, during_flood from waitlist.entries where email like '%import.example' order by id",
    );
    expect(rows).toEqual([
      { email: `+${kind}1@import.example`, source: 'Friend', during_flood: false },
      { email: `${kind}2@import.example`, source: 'Other', during_flood: false },
    ]);
  },
);

test.for(databases)(
  '$kind: a dry run reports the same and changes nothing',
  async ({ kind, database, options }) => {
    const file = write('mixed.csv', mixed(`dry${kind}`));
    expect(await runCommand(options, ['import', file, '--dry-run'])).toEqual({
      code: 1,
      out: badLines,
      err: expect.stringContaining(
        '\n2 would join and get an email each, 0 are known, 3 would be refused. Nothing was changed.\n',
      ),
    });
    expect(await database.query("select from waitlist.entries where email like '%dry%'")).toEqual([]);
  },
);

test.for(databases)(
  '$kind: a file does not bring back people who left, and known people are counted',
  async ({ kind, database, options }) => {
    const people = ['gone', 'known', 'new'].map((name) => `{"email":"${name}.${kind}@again.example"}\n`);
    await runCommand(options, ['import', write('first.ndjson', people.slice(0, 2).join('')), '--yes']);
    await runCommand(options, ['person', 'leave', `gone.${kind}@again.example`]);
    const outcome = await runCommand(options, [
      'import',
      write('all.ndjson', people.join('')),
      '--yes',
      '--json',
    ]);
    expect(JSON.parse(outcome.out)).toEqual({
      read: 3,
      added: 1,
      known: 1,
      refused: 1,
      refusedLines: [{ line: 1, reason: 'This address has left the list: only its owner can join again.' }],
    });
    expect(
      await database.query(`select state from waitlist.entries where email = 'gone.${kind}@again.example'`),
    ).toEqual([{ state: 'left' }]);
  },
);

test.for(databases)(
  '$kind: a file of thousands does not count towards the limits, and is not marked as a flood',
  async ({ kind, database, options }) => {
    const lines = Array.from({ length: 1200 }, (_, index) => `${kind}${index}@many.example\n`);
    const outcome = await runCommand(options, [
      'import',
      write('many.csv', `email\n${lines.join('')}`),
      '--yes',
    ]);
    expect(outcome).toMatchObject({ code: 0, err: expect.stringContaining('1200 joined') });
    expect(
      await database.query('select coalesce(sum(granted), 0)::int as joins from waitlist.rate_limits'),
    ).toEqual([{ joins: 0 }]);
  },
);

test.for(databases)(
  '$kind: an interrupted import goes on with the rest, and asks nobody twice',
  async ({ kind, database, options }) => {
    const lines = Array.from({ length: 1100 }, (_, index) => `{"email":"${kind}${index}@stopped.example"}\n`);
    // The third batch fails as a whole, as if the database became unavailable.
    await database.query(
      `create or replace function waitlist.stop_here() returns trigger language plpgsql as
     $$ begin raise exception 'stopped' using errcode = 'query_canceled'; end $$`,
    );
    await database.query(
      `create or replace trigger stop_here before insert on waitlist.entries for each row
       when (new.email like '%1050@stopped.example') execute function waitlist.stop_here()`,
    );
    const file = write('stopped.ndjson', lines.join(''));
    const first = await runCommand(options, ['import', file, '--yes']);
    await database.query('drop trigger stop_here on waitlist.entries');
    expect(first.code).toBe(1);
    const second = await runCommand(options, ['import', file, '--yes']);
    expect(second.err).toContain('100 joined, 1000 were known');
    expect(await owed(database, '%@stopped.example')).toBe(1100);
  },
);

test.for(databases)(
  '$kind: a second import emails nobody who is known already, in any spelling',
  async ({ kind, database, options }) => {
    const file = write('once.csv', `email\n${kind}@once.example\n`);
    await runCommand(options, ['import', file, '--yes']);
    // Long enough ago that an email would be due to who asks again.
    await database.query(
      "update waitlist.entries set consented_at = now() - interval '9 days', joined_at = now() - interval '9 days'",
    );
    await database.query(
      "delete from waitlist.outbox where entry_id in (select id from waitlist.entries where email like '%@once.example')",
    );
    await runCommand(options, [
      'import',
      write('again.csv', `email\n${kind.toUpperCase()}@once.example\n`),
      '--yes',
    ]);
    expect(await owed(database, '%@once.example')).toBe(0);
  },
);

test.for(databases)(
  '$kind: an import asks first, and exits with 4 if nobody can answer',
  async ({ kind, database, options }) => {
    const file = write('asked.csv', `email\n${kind}@asked.example\n`);
    expect(await runCommand(options, ['import', file])).toEqual({
      code: 4,
      out: '',
      err: expect.stringContaining('--yes'),
    });
    expect((await runCommand(options, ['import', file], { typed: 'no' })).err).toContain(
      'Nothing was changed.',
    );
    expect(await database.query("select from waitlist.entries where email like '%asked.example'")).toEqual(
      [],
    );
    const asked = await runCommand(options, ['import', file], { typed: '1' });
    expect(asked.err).toContain('1 person of');
    expect(asked.err).toContain('1 email will ask whether it was them');
    expect(asked.err).toContain('1 joined');
  },
);

test.for(databases)(
  '$kind: a missing file, and one without a column email, are reported in a sentence',
  async ({ options }) => {
    const missing = await runCommand(options, ['import', '/no/such/file.csv', '--yes']);
    expect(missing).toMatchObject({ code: 1, err: 'There is no file /no/such/file.csv.\n' });
    const other = await runCommand(options, ['import', write('other.csv', 'name\nAmina\n'), '--yes']);
    expect(other.err).toMatch(/has no column named email/);
  },
);

test.for(databases)(
  '$kind: a line that is too short lacks only its own email, though it be the first',
  async ({ options }) => {
    const file = write('short.csv', 'name,email\nAmina\nBilal,bilal@short.example\n');
    expect(await runCommand(options, ['import', file, '--dry-run'])).toMatchObject({
      out: 'line 2: There is no email on this line.\n',
      err: expect.stringContaining('1 would join'),
    });
  },
);

test.for(databases)(
  '$kind: spellings of one address count as one person who joins',
  async ({ kind, options }) => {
    const people = [`same-${kind}@twice.example`, `SAME-${kind}@Twice.example`];
    // More people than are imported at once stand between them.
    const others = Array.from({ length: 600 }, (_, index) => `${kind}${index}@twice.example`);
    const file = write('twice.csv', ['email', ...people, ...others, ...people].join('\n'));
    const dryRun = await runCommand(options, ['import', file, '--dry-run']);
    expect(dryRun.err).toContain('601 would join and get an email each, 3 are known');
    expect((await runCommand(options, ['import', file, '--yes'])).err).toContain('601 joined, 3 were known');
  },
);
