import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { readPeople } from './people-file.ts';

const { lists, onBoth } = await openBothLists();

function peopleFile(text: string | Buffer): string {
  const file = join(testFolder(), 'people');
  writeFileSync(file, text);
  return file;
}

const importTo =
  ({ options }: (typeof lists)[number]) =>
  (file: string, ...words: string[]) =>
    runCommand(options, ['import', file, ...words]);

/** Who is on the list at a domain, and how many emails are owed to each. */
const entriesAt = ({ database }: (typeof lists)[number], domain: string) =>
  database.query(
    `select email, source, state,
            (select count(*)::int from waitlist.outbox where entry_id = entries.id and kind = 'asking') as emails
       from waitlist.entries where email like '%@' || $1 order by id`,
    [domain],
  );

onBoth('$kind: a column that may say who wants no emails counts as taken', async (list) => {
  const file = peopleFile('email,status,Name\nsomebody@taken.example,subscribed,A\n');
  const { err } = await importTo(list)(file, '--yes');
  expect(err).toContain(`Not taken from ${file}: the columns Name.\n`);
});

onBoth('$kind: people on good lines join, bad lines are named, and a dry run says so', async (list) => {
  const file = peopleFile(
    `\uFEFFEmail,Source,Name\n"'+1@csv.example",Friend,A\nnobody,Friend,B\n,Friend,C\n2@csv.example,,D\n3@csv.example,A dream,E\n`,
  );
  const out = `line 3: That does not look like a complete email address. Check it and try again.
line 4: There is no email on this line.
line 6: Choose one of the answers to how you heard about us.
`;
  const dry = await importTo(list)(file, '--dry-run');
  expect(dry).toMatchObject({ code: 1, out });
  expect(dry.err).toContain(
    `${file}: 2 will join the list, as people who agree today to the words beside the form, and be asked by email whether it was them. 0 are known and get no email, 3 are refused. Nothing was changed.\n`,
  );
  expect(await entriesAt(list, 'csv.example')).toEqual([]);
  expect(await importTo(list)(file, '--yes')).toEqual({
    code: 1,
    out,
    err: `Not taken from ${file}: the columns Name.\n2 joined, 0 were known, 3 were refused.\n`,
  });
  const [latest] = await list.database.query(
    'select action, entries from waitlist.audit order by id desc limit 1',
  );
  expect(latest).toEqual({ action: 'import', entries: 2 });
  expect(await entriesAt(list, 'csv.example')).toEqual([
    { email: '+1@csv.example', source: 'Friend', state: 'joined', emails: 1 },
    { email: '2@csv.example', source: 'Other', state: 'joined', emails: 1 },
  ]);
});

onBoth(
  '$kind: people who left stay away, and people on the list are counted and not emailed',
  async (list) => {
    const people = ['gone', 'known', 'new'].map((name) => `{"email":"${name}@again.example"}\n`);
    await importTo(list)(peopleFile(people.slice(0, 2).join('')), '--yes');
    await runCommand(list.options, ['person', 'leave', 'gone@again.example']);
    // Long enough ago that an email would be due to who asks again.
    await list.database.query(
      "update waitlist.entries set consented_at = now() - interval '9 days', joined_at = now() - interval '9 days'",
    );
    await list.database.query('delete from waitlist.outbox');
    const all = peopleFile(people.join('').replace('known', 'KNOWN'));
    expect(JSON.parse((await importTo(list)(all, '--yes', '--json')).out)).toEqual({
      read: 3,
      added: 1,
      known: 1,
      suppressed: 0,
      refused: 1,
      refusedLines: [{ line: 1, reason: 'This address has left the list: only its owner can join again.' }],
    });
    expect(await entriesAt(list, 'again.example')).toMatchObject([
      { state: 'left', emails: 0 },
      { state: 'joined', emails: 0 },
      { email: 'new@again.example', emails: 1 },
    ]);
  },
);

test('it asks first, and exits with 4 if nobody can answer', async () => {
  const [list] = lists as [(typeof lists)[number]];
  const file = peopleFile('email\nasked@asked.example\n');
  expect(await importTo(list)(file)).toEqual({ code: 4, out: '', err: expect.stringContaining('--yes') });
  expect(await entriesAt(list, 'asked.example')).toEqual([]);
  const { err } = await runCommand(list.options, ['import', file], { typed: '1' });
  expect(err).toMatch(/: 1 will join the list[\s\S]*1 joined/);
});

onBoth('$kind: spellings of one address are one person; hundreds count towards no limit', async (list) => {
  const people = ['same@twice.example', 'SAME@Twice.example'];
  // More people than are imported at once stand between them.
  const others = Array.from({ length: 600 }, (_, index) => `${index}@twice.example`);
  const file = peopleFile(['email', ...people, ...others, ...people].join('\n'));
  expect((await importTo(list)(file, '--dry-run')).err).toContain(' 601 will join');
  expect((await importTo(list)(file, '--yes')).err).toContain('601 joined, 3 were known');
  const stored = (await entriesAt(list, 'twice.example')) as { emails: number }[];
  expect(stored.filter(({ emails }) => emails === 1)).toHaveLength(601);
  for (const counts of ['rate_limits', 'joins_of_minute'])
    expect(await list.database.query(`select from waitlist.${counts}`), counts).toEqual([]);
});

const linesOf = (text: string) => readPeople(peopleFile(text)).lines;

test('a record has the number of its first line, and its address no guard', () => {
  expect(
    linesOf('name,email,source\r\n"A ""B"",\r\nC","\'+one@csv.example",Friend\r\n,two@csv.example,\r\nD\r\n'),
  ).toEqual([
    { line: 2, email: '+one@csv.example', source: 'Friend' },
    { line: 4, email: 'two@csv.example', source: undefined },
    { line: 5, fault: 'There is no email on this line.' },
  ]);
});

test.for([
  ['semicolons and another name', 'E-Mail;Vorname;Quelle\na@head.example;A;Masjid\n'],
  ['the line ends of an old Mac', 'email,name\ra@head.example,A\r'],
  ['the line that names the delimiter', 'sep=;\r\nemail;name\r\na@head.example;A\r\n'],
  ['a space before a quote', 'email, "name"\na@head.example, "A"\n'],
  ['two alike', 'Name,Email,Email (from Referrer)\nA,a@head.example,b@head.example\n'],
  ['spaces and capitals', 'Name, Email Address\nA, a@head.example\n'],
  ['UTF-16', Buffer.from('\uFEFFemail\tname\r\na@head.example\tA\r\n', 'utf16le')],
] as const)('a file with %s finds the column of the addresses', ([, text]) => {
  const [read] = readPeople(peopleFile(text)).lines;
  expect(read).toMatchObject({ email: 'a@head.example' });
});

test.for(['\u2028', '\u2029', '\u0085'])('%j in a field ends no line', (character) => {
  expect(linesOf(`{"email":"a${character}b@line.example"}\n{"email":"c@line.example"}\n`)).toEqual([
    { line: 1, email: `a${character}b@line.example`, source: undefined },
    { line: 2, email: 'c@line.example', source: undefined },
  ]);
  expect(linesOf(`name,email\nA${character}B,c@line.example\n`)).toMatchObject([{ line: 2 }]);
});

test.for([
  [
    'one name alike',
    'What is your email?,Token\na@b.example,x\n',
    /Rename “What is your email\?” to email\.$/,
  ],
  [
    'two names alike',
    'Email 1,Email 2\na@b.example,\n',
    /Rename the one of “Email 1”, “Email 2” that is meant/,
  ],
  ['no such name', 'Name;Phone\nA;1\n', /Name the column of the addresses email\.$/],
  ['no first line of names', 'a@gmail.com,A\n', /put a line above it that says email\.$/],
  ['Latin-1', Buffer.from('email,name\na@b.example,x\nb@b.example,Ren\xE9\n', 'latin1'), /UTF-8 \(line 3\)/],
] as const)('a file with %s is refused with a sentence that says what to do', ([, text, sentence]) => {
  expect(() => readPeople(peopleFile(text))).toThrow(sentence);
});

test.for([
  ['status', 'unsubscribed', 'unsubscribed'],
  ['status', 'inactive', 'unsubscribed'],
  ['status', 'cleaned', 'bounce'],
  ['status', 'Hard bounce', 'bounce'],
  ['Email status', 'complained', 'complaint'],
  ['status', 'active', undefined],
  ['Subscribed?', 'no', 'unsubscribed'],
  ['Subscribed?', 'yes', undefined],
  ['subscribed_to_emails', 'false', 'unsubscribed'],
  ['Unsubscribed from all email', 'true', 'unsubscribed'],
  ['UNSUB_TIME', '2026-10-02 08:00:00', 'unsubscribed'],
  ['UNSUB_REASON', 'NORMAL', 'unsubscribed'],
  ['unsubscribed_at', 'NULL', undefined],
  ['unsubscribed_at', '0000-00-00 00:00:00', undefined],
  ['CLEAN_TIME', '2026-10-02 08:00:00', 'bounce'],
  ['Bounced', '1', 'bounce'],
  ['Bounced', 'nan', undefined],
  ['Bounced', '0', undefined],
  ['Invalid email address', 'true', 'bounce'],
  ['Spam complaint', 'yes', 'complaint'],
  ['opt-out', 'TRUE', 'unsubscribed'],
  ['Opted Out', 'yes', 'unsubscribed'],
  ['OptOut', 'no', undefined],
  ['EMAIL_BLACKLISTED', '1', 'unsubscribed'],
  ['smsBlacklisted', 'true', undefined],
  ['SMS Marketing Consent', 'UNSUBSCRIBED', undefined],
  ['emailDisabled', 'true', 'unsubscribed'],
  ['Email Marketing Consent', 'no', 'unsubscribed'],
  ['Email Marketing Consent', 'SUBSCRIBED', undefined],
  ['Accepts Email Marketing', 'no', 'unsubscribed'],
  ['Accepts Marketing', 'FALSE', 'unsubscribed'],
  ['OPT_IN', 'No', 'unsubscribed'],
  ['email_opt_in', 'false', 'unsubscribed'],
  ['Newsletter', 'no', 'unsubscribed'],
  ['Do not contact', '1', 'unsubscribed'],
] as const)('a column %s with “%s” means %s', ([name, value, reason]) => {
  const { lines, states } = readPeople(peopleFile(`email,${name}\na@state.example,${value}\n`));
  expect(lines).toMatchObject([{ email: 'a@state.example', reason }]);
  expect(states).toEqual([]);
});

test.for([
  ['active_subscription', 'false'],
  ['Lead Status', 'Left voicemail'],
  ['Are you active in a masjid?', 'No'],
  ['Comment left', 'Salam'],
  ['Hard bounces', '2'],
  ['Bounce rate', '0%'],
  ['status', 'not bounced'],
  ['status', 'pending'],
  ['Unsubscribed', 'Nein'],
  ['DOUBLE_OPT-IN', '2'],
  ['cancelled_at', '2026-10-02'],
  ['Validity', 'hard_bounce'],
  ['Email deliverability', 'undeliverable'],
  ['deleted_at', '2026-10-02'],
  ['State', 'California'],
] as const)('a column %s with “%s” is asked about', ([name, value]) => {
  const { lines, states } = readPeople(peopleFile(`email,${name}\na@state.example,${value}\n`));
  expect(states).toMatchObject([{ name, count: 1, examples: [value] }]);
  expect(lines).toMatchObject([{ reason: undefined }]);
});

test('what a person said outweighs what a mailbox did', () => {
  const text = 'email,status,Bounced,Spam complaint\na@b.example,unsubscribed,yes,yes\n';
  expect(readPeople(peopleFile(text)).lines).toMatchObject([{ reason: 'complaint' }]);
});

test('a column of our own export, an empty one and any other ask no question', () => {
  const own = 'email,source,joined_at,consent_wording,confirmed_at,Confirmed,OPTIN_TIME,First Name';
  const { lines, states } = readPeople(
    peopleFile(`${own},unsubscribed_at\na@b.example,Friend,1,w1,2,3,4,A,\n`),
  );
  expect(states).toEqual([]);
  expect(lines).toMatchObject([{ reason: undefined }]);
});

test('unknown words in a status column stop an import, and --yes does not answer', async () => {
  const [list] = lists as [(typeof lists)[number]];
  const csv = peopleFile('email,status\na@state.example,active\nb@state.example,perhaps\n');
  const ndjson = peopleFile('{"email":"a@state.example","status":"perhaps"}\n');
  for (const file of [csv, ndjson])
    expect(await importTo(list)(file, '--yes')).toEqual({
      code: 4,
      out: '',
      err: expect.stringMatching(/“status” \(1 times, such as perhaps.*--yes does not answer this\.\n$/),
    });
  expect(await importTo(list)(csv, '--dry-run')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/“status”.*Nothing was changed\.\n[\s\S]*2 will join/),
  });
  const importAnswered = (typed: string) => runCommand(list.options, ['import', csv, '--yes'], { typed });
  expect((await importAnswered('yes')).code).toBe(1);
  expect(await entriesAt(list, 'state.example')).toEqual([]);
  expect((await importAnswered('everybody')).err).toContain('2 joined');
});

onBoth(
  '$kind: people who unsubscribed, bounced or complained elsewhere do not join or get an email',
  async (list) => {
    const file = peopleFile(
      'email,status\na@elsewhere.example,active\nb@elsewhere.example,unsubscribed\nc@elsewhere.example,bounced\nd@elsewhere.example,complained\n',
    );
    const rehearsed = await importTo(list)(file, '--dry-run');
    expect(rehearsed.err).toContain(
      '1 will join the list, as people who agree today to the words beside the form, and be asked by email whether it was them. 0 are known and get no email, 3 have unsubscribed, bounced or complained and will get no email from us at all, 0 are refused.',
    );
    const imported = await importTo(list)(file, '--yes', '--json');
    expect(JSON.parse(imported.out)).toMatchObject({
      read: 4,
      added: 1,
      known: 0,
      suppressed: 3,
      refused: 0,
    });
    expect(await entriesAt(list, 'elsewhere.example')).toHaveLength(1);
    const codes = await runCommand(list.options, ['suppressions', 'export']);
    expect(codes.out.match(/"(bounce|complaint|unsubscribed)"/g)?.sort()).toEqual([
      '"bounce"',
      '"complaint"',
      '"unsubscribed"',
    ]);
    expect(codes.out).not.toContain('@');
  },
);

onBoth('$kind: what is no address is refused, also where it has unsubscribed elsewhere', async (list) => {
  const file = peopleFile('email,status\nnobody,unsubscribed\na@refused.example,unsubscribed\n');
  const reason = 'That does not look like a complete email address. Check it and try again.';
  const tally = {
    read: 2,
    added: 0,
    known: 0,
    suppressed: 1,
    refused: 1,
    refusedLines: [{ line: 2, reason }],
  };
  for (const word of ['--dry-run', '--yes']) {
    const { code, out } = await importTo(list)(file, word, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual(tally);
  }
});

onBoth('$kind: addresses to which another tool may not write are kept as codes alone', async (list) => {
  const file = peopleFile('email\nperson@kept.example\nnobody@kept.example\nno address\n');
  await list.database.query("select public.add_to_waitlist('person@kept.example', 'Friend')");
  const importSuppressions = (...words: string[]) =>
    runCommand(list.options, ['suppressions', 'import', file, ...words]);
  expect((await importSuppressions('--dry-run')).err).toContain('No email will go to 3 addresses');
  expect(await importSuppressions('--reason', 'bounce', '--yes', '--json')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/"suppressed": 2,\s+"refused": 1/),
  });
  for (const name of ['person', 'nobody'])
    expect(
      await list.database.query('select waitlist.is_suppressed($1) as it', [`${name}@kept.example`]),
    ).toEqual([{ it: true }]);
  const { out } = await runCommand(list.options, ['list', '--standing', 'unreachable', '--json', 'email']);
  expect(out).toContain('person@kept.example');
});

const empty = peopleFile('');

test.for([
  ['nobody.csv', 1, 'There is no file nobody.csv. Check its name.\n'],
  [empty, 2, `${empty} is empty.\n`],
] as const)('import %s ends with %i and says why', async ([words, code, err]) => {
  const outcome = await runCommand({ dataDir: testFolder() }, ['import', ...words.split(' ')]);
  expect(outcome).toEqual({ code, out: '', err });
});
