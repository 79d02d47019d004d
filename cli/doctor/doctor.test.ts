import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { findListFaults } from '../../mail/list-faults.ts';
import { noteTrouble } from '../../mail/sending.ts';
import { openBothLists, testFolder } from '../../tests/support/databases.ts';
import { emptyTables, finish, joinAll, mustClaim } from '../../tests/support/emails.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { findSamples } from './samples.ts';

const { lists, onBoth, postgres } = await openBothLists();

beforeEach(() => emptyTables(lists));

test('doctor lists its findings under their headings, and exits with 1 if there are any', async () => {
  const { code, out, err } = await runCommand({ dataDir: '/nowhere/at/all' }, ['doctor']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(
    /^Not ready for visitors yet\.\n\nSettings and dates\n {2}SITE_URL is not set[\s\S]*\nThe list\n {2}There is no waitlist in /,
  );
});

onBoth('$kind: only failed emails that can still be sent are found', async ({ database }) => {
  await database.query('update waitlist.list_state set backed_up_at = clock_timestamp()');
  await joinAll(database, ['typo@gmial.example']);
  await finish(database, await mustClaim(database), 'rejected', 'hard');
  expect(await findListFaults(database, new Date())).toEqual([]);
  await joinAll(database, ['refused@doctor.example']);
  await finish(database, await mustClaim(database), 'rejected', 'soft');
  expect(await findListFaults(database, new Date())).toEqual([
    expect.stringMatching(/^1 of the kind asking failed: npm run waitlist -- outbox list --state failed/),
  ]);
});

onBoth('$kind: an old or missing backup and paused sending are found', async (list) => {
  const { database, options } = list;
  const alone = list.kind === 'postgres' ? { ...options, dataDir: testFolder() } : options;
  const findings = async () =>
    (await runCommand(alone, ['doctor', '--only', 'list', '--json', 'finding'])).out;
  expect(await findings()).toMatch(/^\[\s+\{\s+"finding": "No backup of this list was made[^}]*\}\s+\]/);
  await runCommand(options, ['sending', 'pause', '--because', 'wrong words']);
  expect(await findings()).toMatch(/wrong words\)\. .*sending resume/);
  expect(await runCommand(options, ['sending', 'resume'])).toMatchObject({ code: 4 });
  await runCommand(options, ['sending', 'resume', '--yes']);
  await database.query("update waitlist.list_state set backed_up_at = timestamptz '2026-11-01 10:00:00+00'");
  expect(await findListFaults(database, new Date('2026-11-08T10:00:00Z'))).toEqual([]);
  await noteTrouble(database, { cause: 'other', sentence: 'Check MAIL_FROM.', times: 1 });
  expect(await findListFaults(database, new Date('2026-11-09T11:00:00Z'))).toEqual([
    expect.stringMatching(/^The last backup is 8 days old/),
    'Emails wait: Check MAIL_FROM.',
  ]);
  if (list.kind === 'postgres')
    expect((await runCommand(options, ['doctor', '--only', 'list'])).out).toMatch(
      /another list lies in \S+postgres\. .*A process has it open/,
    );
});

test.runIf(postgres)('what a PostgreSQL lacks is named, with what to do, and is not migrated', async () => {
  const options = { databaseUrl: (await postgres?.createDatabase()) ?? '' };
  const listChecks = async () => (await runCommand(options, ['doctor', '--only', 'list'])).out;
  for (const _ of [1, 2])
    expect(await listChecks()).toMatch(/There is no list in this database yet: .* -- migrate/);
  expect(await runCommand(options, ['migrate'])).toMatchObject({ code: 0 });
  expect(await listChecks()).not.toContain('There is no list');
});

test.for([
  [
    'postgresql://db.sahari.app/l',
    0,
    'PostgreSQL at db.sahari.app is reached with TLS only, and its certificate is checked.',
  ],
  [
    'postgresql://10.0.0.5/l',
    0,
    'PostgreSQL at 10.0.0.5 may be reached without TLS: PRIVATE_HOSTS names it.',
  ],
  [
    'postgresql://localhost/l?sslmode=no-verify',
    0,
    'PostgreSQL at localhost is reached with TLS only, and its certificate is not checked.',
  ],
  [
    'postgresql://db.sahari.app/l?sslmode=no-verify',
    1,
    'PostgreSQL at db.sahari.app is reached with TLS only, and its certificate is not checked.',
  ],
] as const)('doctor says how a connection to %s is encrypted', async ([databaseUrl, code, says]) => {
  const env = { PRIVATE_HOSTS: '10.0.0.5', ...mailTo('smtp://localhost') };
  const outcome = await runCommand({ databaseUrl }, ['doctor', '--only', 'connections'], {
    env,
  });
  expect(outcome).toMatchObject({
    code,
    err: `${says}\nThe mail server localhost may be reached without TLS: it is on this machine.\n`,
  });
});

const mailTo = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'salam@sahari.app',
  SITE_URL: 'https://sahari.app',
});

test('everything marked sample: true in content/ is found, with its file', async () => {
  const written = globSync('content/**/*.{ts,md}').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/\bsample: true\b/g), () => path.replaceAll('\\', '/')),
  );
  const found = (await findSamples()).map((line) => line.split('  ')[0]);
  expect(found.toSorted()).toEqual(written.toSorted());
});

const files = {
  'package.json': '{"type":"module"}',
  'facts.ts': `export const facts = {
  contact: { address: 'salam@example.org', sample: true },
  figures: [{ members: 7, sample: true, needs: 'a record behind the figure' }],
  settled: { name: 'Amina', sample: false },
};`,
  'articles/a-short-piece.md': `---\ntitle: A short piece\nexcerpt: Said in a line.\nsample: true\ndate: "2026-11-01"
readTime: 1\ncategory: Productivity\nfeatured: true\nhour: "05:10"\n---\n\nText.\n`,
  'articles/without-front-matter.md': 'Text.\n',
};

test('a sample is named so that its owner recognises it and knows what to supply', async () => {
  const folder = testFolder();
  mkdirSync(join(folder, 'articles'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(await findSamples(pathToFileURL(`${folder}/`))).toEqual([
    'content/facts.ts  facts.contact ‘salam@example.org’',
    'content/facts.ts  facts.figures: a record behind the figure',
    'content/articles/a-short-piece.md  article ‘A short piece’',
    'content/articles/without-front-matter.md, line 1: the file must open with front matter between two lines of ---.',
  ]);
});
