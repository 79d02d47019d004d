import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBothDatabases, testFolder } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { readPeople } from './people-file.ts';

const { databases, onBoth } = await openBothDatabases();

function write(text: string | Buffer): string {
  const file = join(testFolder(), 'people');
  writeFileSync(file, text);
  return file;
}

const importTo =
  ({ options }: (typeof databases)[number]) =>
  (file: string, ...words: string[]) =>
    runCommand(options, ['import', file, ...words]);

/** Who is on the list at a domain, and how many emails are owed to each. */
const storedAt = ({ database }: (typeof databases)[number], domain: string) =>
  database.query(
    `select email, source, state, during_flood as flood,
            (select count(*)::int from waitlist.outbox where entry_id = entries.id and kind = 'welcome') as emails
       from waitlist.entries where email like '%@' || $1 order by id`,
    [domain],
  );

onBoth('$kind: who is on good lines joins, bad lines are named, a dry run says the same', async (place) => {
  const file = write(
    `\uFEFFEmail,Source,Name\n"'+1@csv.example",Friend,A\nnobody,Friend,B\n,Friend,C\n2@csv.example,,D\n3@csv.example,A dream,E\n`,
  );
  const out = `line 3: That does not look like a complete email address. Check it and try again.
line 4: There is no email on this line.
line 6: Choose one of the answers to how you heard about us.
`;
  const dry = await importTo(place)(file, '--dry-run');
  expect(dry).toMatchObject({ code: 1, out });
  expect(dry.err).toContain(
    `${file}: 2 will join the list and be asked by email whether it was them, 0 are known and get no email, 3 are refused. Nothing was changed.\n`,
  );
  expect(await storedAt(place, 'csv.example')).toEqual([]);
  expect(await importTo(place)(file, '--yes')).toEqual({
    code: 1,
    out,
    err: `Not taken from ${file}: the columns name.\n2 joined, 0 were known, 3 were refused.\n`,
  });
  expect(await storedAt(place, 'csv.example')).toEqual([
    { email: '+1@csv.example', source: 'Friend', state: 'joined', flood: false, emails: 1 },
    { email: '2@csv.example', source: 'Other', state: 'joined', flood: false, emails: 1 },
  ]);
});

onBoth('$kind: who left stays away, who is known is counted and not emailed', async (place) => {
  const people = ['gone', 'known', 'new'].map((name) => `{"email":"${name}@again.example"}\n`);
  await importTo(place)(write(people.slice(0, 2).join('')), '--yes');
  await runCommand(place.options, ['person', 'leave', 'gone@again.example']);
  // Long enough ago that an email would be due to who asks again.
  await place.database.query(
    "update waitlist.entries set consented_at = now() - interval '9 days', joined_at = now() - interval '9 days'",
  );
  await place.database.query('delete from waitlist.outbox');
  const all = write(people.join('').replace('known', 'KNOWN'));
  expect(JSON.parse((await importTo(place)(all, '--yes', '--json')).out)).toEqual({
    read: 3,
    added: 1,
    known: 1,
    refused: 1,
    refusedLines: [{ line: 1, reason: 'This address has left the list: only its owner can join again.' }],
  });
  expect(await storedAt(place, 'again.example')).toMatchObject([
    { state: 'left', emails: 0 },
    { state: 'joined', emails: 0 },
    { email: 'new@again.example', emails: 1 },
  ]);
});

test('it asks first, and exits with 4 if nobody can answer', async () => {
  const [place] = databases as [(typeof databases)[number]];
  const file = write('email\nasked@asked.example\n');
  expect(await importTo(place)(file)).toEqual({ code: 4, out: '', err: expect.stringContaining('--yes') });
  expect(await storedAt(place, 'asked.example')).toEqual([]);
  const { err } = await runCommand(place.options, ['import', file], { typed: '1' });
  expect(err).toMatch(/: 1 will join the list[\s\S]*1 joined/);
});

onBoth('$kind: spellings of one address are one person; hundreds count towards no limit', async (place) => {
  const people = ['same@twice.example', 'SAME@Twice.example'];
  // More people than are imported at once stand between them.
  const others = Array.from({ length: 600 }, (_, index) => `${index}@twice.example`);
  const file = write(['email', ...people, ...others, ...people].join('\n'));
  expect((await importTo(place)(file, '--dry-run')).err).toContain(' 601 will join');
  expect((await importTo(place)(file, '--yes')).err).toContain('601 joined, 3 were known');
  const stored = (await storedAt(place, 'twice.example')) as { emails: number; flood: boolean }[];
  expect(stored.filter(({ emails, flood }) => emails === 1 && !flood)).toHaveLength(601);
  const counted = 'select coalesce(sum(granted), 0)::int as joins from waitlist.rate_limits';
  expect(await place.database.query(counted)).toEqual([{ joins: 0 }]);
});

const linesOf = (text: string) => readPeople(write(text)).lines;

test('a line break in quotes, a doubled quote, a comma and a byte order mark are read as RFC 4180 has them', () => {
  expect(
    linesOf('\uFEFFname,email,source\r\n"A ""B"",\nC",one@csv.example,Friend\r\n,two@csv.example,\r\nD\r\n'),
  ).toEqual([
    { line: 3, email: 'one@csv.example', source: 'Friend' },
    { line: 4, email: 'two@csv.example', source: undefined },
    { line: 5, fault: 'There is no email on this line.' },
  ]);
});

test('a quote that is not closed, or closed in the middle, breaks its own line and no other', () => {
  const people = Array.from({ length: 1000 }, (_, index) => `person${index}@quote.example`);
  const faultsOf = (line: string, cell = (person: string) => person) => {
    const file = ['email,source', ...people.map((person, index) => (index === 5 ? line : cell(person)))];
    const lines = linesOf(file.join('\n'));
    expect(lines).toHaveLength(1000);
    return lines.flatMap((read) => ('fault' in read ? [read.line] : []));
  };
  expect(faultsOf('"person5@quote.example')).toEqual([7]);
  expect(faultsOf('a"b@quote.example')).toEqual([7]);
  expect(faultsOf('"person5@quote.example,Friend', (person) => `"${person}","Friend"`)).toEqual([7]);
  const all = faultsOf('a"b@quote.example', () => 'a"b@quote.example');
  expect(all).toEqual(people.map((_, index) => index + 2));
});

test.for(['\u2028', '\u2029', '\u0085'])('%j in a field ends no line', (character) => {
  expect(linesOf(`{"email":"a${character}b@line.example"}\n{"email":"c@line.example"}\n`)).toEqual([
    { line: 1, email: `a${character}b@line.example`, source: undefined },
    { line: 2, email: 'c@line.example', source: undefined },
  ]);
  expect(linesOf(`name,email\nA${character}B,c@line.example\n`)).toMatchObject([{ line: 2 }]);
});

test.for([
  ['semicolons', 'name;email\nA;a@b.example\n', /semicolons stand between its columns/],
  ['another name for the column', 'Name,E-Mail\nA,a@b.example\n', /Rename “E-Mail” to email/],
  ['UTF-16', Buffer.from('\uFEFFemail\na@b.example\n', 'utf16le'), /is written in UTF-16/],
  ['Latin-1', Buffer.from('email,name\na@b.example,x\nb@b.example,Ren\xE9\n', 'latin1'), /UTF-8 \(line 3\)/],
] as const)('a file with %s is refused with a sentence that says so', ([, text, sentence]) => {
  expect(() => readPeople(write(text))).toThrow(sentence);
});

const empty = write('');

test.for([
  ['nobody.csv', 1, 'There is no file nobody.csv.\n'],
  ['nobody.csv --all', 1, 'There is no file nobody.csv.\n'],
  [empty, 2, `${empty} is empty.\n`],
] as const)('import %s ends with %i and says why', async ([words, code, err]) => {
  const outcome = await runCommand({ dataDir: testFolder() }, ['import', ...words.split(' ')]);
  expect(outcome).toEqual({ code, out: '', err });
});
