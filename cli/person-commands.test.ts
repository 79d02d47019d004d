import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { site } from '../content/site.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const { databases } = await openBothDatabases();
const folder = temporaryFolder();
afterAll(folder.remove);

for (const { database } of databases) {
  for (const name of ['Amina', 'Bilal', 'Dawud', 'Idris']) {
    await database.query('select public.add_to_waitlist($1, $2)', [`${name}@Person.example`, 'Friend']);
  }
  // Rows of another table that refer to an entry are data about its person too.
  await database.query(
    'create table waitlist.letters (id bigint primary key, entry_id bigint references waitlist.entries on delete cascade, about text)',
  );
  await database.query(
    "insert into waitlist.letters select id, id, 'a welcome' from waitlist.entries where email like 'Amina%'",
  );
}

test.for(databases)(
  '$kind: show finds any spelling, and prints the rows of other tables too',
  async ({ options }) => {
    const outcome = await runCommand(options, ['person', 'show', ' AMINA@person.EXAMPLE ', '--json']);
    expect(JSON.parse(outcome.out)).toMatchObject({
      entries: [{ email: 'Amina@person.example', source: 'Friend', state: 'joined', left_at: null }],
      letters: [{ about: 'a welcome' }],
    });
    expect((await runCommand(options, ['person', 'show', 'amina@person.example'])).out).toMatch(
      /letters\n[\s\S]*a welcome/,
    );
  },
);

test.for(databases)(
  '$kind: export writes a file with what each field of each table is for, and the words of the consent',
  async ({ kind, options }) => {
    const out = join(folder.path, `${kind}.json`);
    const outcome = await runCommand(options, ['person', 'export', 'bilal@person.example', '--out', out]);
    expect(outcome).toEqual({ code: 0, out: '', err: `Written to ${out}.\n` });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      held: { entries: [{ email: 'Bilal@person.example' }] },
      consent: expect.stringMatching(new RegExp(`^By joining .*${site.name}`)),
      meaning: {
        entries: { joined_at: expect.any(String), email: expect.stringContaining('To email you.') },
        outbox: { due_at: expect.any(String) },
      },
    });
  },
);

test.for(databases)(
  '$kind: an export does not take the place of what is there',
  async ({ kind, options }) => {
    const out = join(folder.path, `${kind}-folder`);
    mkdirSync(out);
    const before = readdirSync(folder.path);
    const outcome = await runCommand(options, ['person', 'export', 'bilal@person.example', '--out', out]);
    expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
    expect(readdirSync(folder.path)).toEqual(before);
  },
);

test.for(databases)(
  '$kind: erase asks for the address, and leaves nothing behind',
  async ({ database, options }) => {
    const held = () =>
      database.query<{ email: string }>("select email from waitlist.entries where email like 'Amina%'");
    const erase = ['person', 'erase', 'amina@person.example'];
    expect((await runCommand(options, [...erase, '--dry-run'])).err).toMatch(
      /^Would be erased: 1 of entries, .*1 of letters.*\. Nothing was changed\.\n$/,
    );
    expect(await runCommand(options, [...erase, '--no-input'])).toMatchObject({ code: 4, out: '' });
    expect(await runCommand(options, erase, { typed: 'amina' })).toMatchObject({ code: 1 });
    expect(await runCommand(options, erase, { typed: '' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was changed.'),
    });
    expect(await held()).toHaveLength(1);
    expect((await runCommand(options, erase, { typed: 'amina@person.example' })).err).toContain('Erased.');
    expect(await held()).toEqual([]);
    expect(await database.query('select from waitlist.letters')).toEqual([]);
    expect(await runCommand(options, [...erase, '--yes'])).toMatchObject({
      code: 1,
      err: 'Nobody with that address is known here.\n',
    });
  },
);

test.for(databases)('$kind: leave removes somebody from the list once', async ({ database, options }) => {
  const leave = ['person', 'leave', 'dawud@person.example'];
  expect((await runCommand(options, [...leave, '--dry-run'])).err).toMatch(/Nothing was changed/);
  expect((await runCommand(options, leave)).err).toBe('The address has left the list.\n');
  expect((await runCommand(options, leave)).err).toBe('This address has left before.\n');
  expect(
    await database.query(
      "select state, left_at is not null as timed from waitlist.entries where email like 'Dawud%'",
    ),
  ).toEqual([{ state: 'left', timed: true }]);
});

test.for(databases)(
  '$kind: the audit log says what was done, and names nobody',
  async ({ database, options }) => {
    await runCommand(options, ['person', 'show', 'idris@person.example']);
    await runCommand(options, ['person', 'export', 'idris@person.example']);
    await runCommand(options, ['person', 'leave', 'idris@person.example']);
    await runCommand(options, ['person', 'erase', 'idris@person.example', '--yes']);
    const rows = await database.query('select * from waitlist.audit order by id desc limit 4');
    expect(rows.map((row) => (row as { action: string }).action)).toEqual([
      'person erase',
      'person leave',
      'person export',
      'person show',
    ]);
    expect(JSON.stringify(rows)).not.toContain('idris');
  },
);

test.for(databases)(
  '$kind: what remains after an erasure is shown, and taken back on request',
  async ({ database, options }) => {
    const address = 'yusuf@person.example';
    await database.query('select public.add_to_waitlist($1, $2)', [address, 'Friend']);
    await database.query(
      "select waitlist.suppress(canonical, 'not-me', now()) from waitlist.entries where email = $1",
      [address],
    );
    await runCommand(options, ['person', 'erase', address, '--yes']);
    const shown = await runCommand(options, ['person', 'show', address]);
    expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('a hash of the address') });
    expect(shown.out).toMatch(/suppressions\n[\s\S]*not-me/);
    expect((await runCommand(options, ['person', 'allow', address])).err).toBe(
      'Emails may go to this address again.\n',
    );
    expect(await runCommand(options, ['person', 'show', address, '--json'])).toEqual({
      code: 1,
      out: '{\n  "entries": []\n}\n',
      err: 'Nobody with that address is known here.\n',
    });
  },
);
