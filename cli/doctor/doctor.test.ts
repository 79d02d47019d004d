import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { noteTrouble } from '../../mail/sending.ts';
import { readSettings } from '../../server/settings.ts';
import { openBothDatabases, testFolder } from '../../tests/support/databases.ts';
import { emptyTables, finish, joinAll, mustClaim } from '../../tests/support/emails.ts';
import { runCommand } from '../../tests/support/memory-terminal.ts';
import { checkList } from './list.ts';
import { findSamples } from './samples.ts';
import { checkAddress, checkSettings } from './settings.ts';

const { onBoth, postgres } = await openBothDatabases();

test('doctor lists its findings under their headings, and exits with 1 if there are any', async () => {
  const { code, out, err } = await runCommand({ dataDir: '/nowhere/at/all' }, ['doctor']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(
    /^Not ready for visitors yet\.\n\nSettings and dates\n {2}SITE_URL is not set[\s\S]*\nThe list\n {2}There is no waitlist in /,
  );
});

onBoth('$kind: of emails that failed, only those are found that can still be sent', async ({ database }) => {
  await database.query('update waitlist.list_state set backed_up_at = clock_timestamp()');
  onTestFinished(async () => {
    await database.query('update waitlist.list_state set backed_up_at = null');
    await emptyTables([{ database }]);
  });
  await joinAll(database, ['typo@gmial.example']);
  await finish(database, await mustClaim(database), 'refused', 'gone');
  expect(await checkList(database, new Date())).toEqual([]);
  await joinAll(database, ['refused@doctor.example']);
  await finish(database, await mustClaim(database), 'refused', 'refused');
  expect(await checkList(database, new Date())).toEqual([
    expect.stringMatching(/^1 of the kind welcome failed: npm run waitlist -- outbox list --state failed/),
  ]);
});

onBoth(
  '$kind: a missing or old backup, paused or troubled sending, and an older server are found',
  async (place) => {
    const { database, options } = place;
    const alone = place.kind === 'postgres' ? { ...options, dataDir: testFolder() } : options;
    const findings = async () =>
      (await runCommand(alone, ['doctor', '--only', 'list', '--json', 'finding'])).out;
    expect(await findings()).toMatch(/^\[\s+\{\s+"finding": "No backup of this list was made[^}]*\}\s+\]/);
    await runCommand(options, ['sending', 'pause', '--because', 'wrong words']);
    expect(await findings()).toMatch(/wrong words\. .*sending resume/);
    expect(await runCommand(options, ['sending', 'resume'])).toMatchObject({ code: 4 });
    await runCommand(options, ['sending', 'resume', '--yes']);
    await database.query(
      "update waitlist.list_state set backed_up_at = timestamptz '2026-11-01 10:00:00+00'",
    );
    expect(await checkList(database, new Date('2026-11-08T10:00:00Z'))).toEqual([]);
    await noteTrouble(database, { cause: 'other', sentence: 'Check MAIL_FROM.', times: 1 });
    expect(await checkList(database, new Date('2026-11-09T11:00:00Z'))).toEqual([
      expect.stringMatching(/^The last backup is 8 days old/),
      'Emails wait. Check MAIL_FROM.',
    ]);
    if (place.kind === 'postgres')
      expect((await runCommand(options, ['doctor', '--only', 'list'])).out).toMatch(
        /another list lies in \S+postgres\. .*(could not be opened|was not moved)/,
      );
    // Last: the list does not open after this.
    await database.query('delete from supabase_migrations.schema_migrations');
    expect((await checkList(database, new Date()))[0]).toMatch(/^The running server is older/);
  },
);

test.runIf(postgres)('what a PostgreSQL lacks is named, with what to do, and is not migrated', async () => {
  const options = { databaseUrl: (await postgres?.createDatabase()) ?? '', dataDir: '' };
  const checked = async () => (await runCommand(options, ['doctor', '--only', 'list'])).out;
  for (const _ of [1, 2])
    expect(await checked()).toMatch(/There is no list in this database yet: .* -- migrate/);
  expect(await runCommand(options, ['migrate'])).toMatchObject({ code: 0 });
  expect(await checked()).not.toContain('There is no list');
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
  const outcome = await runCommand({ databaseUrl, dataDir: '' }, ['doctor', '--only', 'connections'], {
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

const site = 'https://bukoor.test';
const headers = {
  'strict-transport-security': 'max-age=1',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
};
const page = new Response('', { headers });
const toHttps = new Response(null, { status: 301, headers: { location: `${site}/` } });

test.for([
  ['does not answer', undefined, undefined, /does not answer \(connect ECONNREFUSED\)/],
  ['leads elsewhere', new Response('', { status: 502 }), undefined, /answers 502/],
  ['sends no headers', new Response(''), undefined, /without strict-transport-security/],
  ['is served in the clear too', page, new Response(''), /served without encryption/],
  ['is right', page, toHttps, undefined],
  ['is right, with port 80 closed', page, undefined, undefined],
] as const)('a public address that %s', async ([, overHttps, inTheClear, fault]) => {
  const ask = async (url: string) => {
    const answer = url.startsWith('https:') ? overHttps : inTheClear;
    if (!answer) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    return answer;
  };
  const faults = await checkAddress(site, ask as typeof fetch);
  if (fault) expect(faults).toContainEqual(expect.stringMatching(fault));
  else expect(faults).toEqual([]);
});

const facts = {
  url: 'https://sahari.app',
  launchTarget: { quarter: 'Q3 2031' },
  erasure: { launchedOn: null, monthsAfterLaunch: 12, latest: '2032-12-31' },
};
const fit = {
  SITE_URL: facts.url,
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.sahari.app',
  MAIL_FROM: 'salam@sahari.app',
};

test.for([
  [{}, []],
  [{ VITE_BACKEND_URL: 'https://list.sahari.app', BACKEND_ANON_KEY: 'sb_publishable_own' }, []],
  // A static host with a hosted back end: no proxy of ours, and the function has the mail server.
  [
    {
      VITE_BACKEND_URL: 'https://ref.supabase.co',
      BACKEND_ANON_KEY: 'sb_publishable_own',
      TRUST_PROXY: '0',
      SMTP_URL: '',
      MAIL_FROM: '',
    },
    [],
  ],
  [{ SITE_URL: '', SMTP_URL: '' }, [/^SITE_URL is not set/, /^SMTP_URL is not set/]],
  [{ SITE_URL: 'https://localhost:3000' }, [/is no public name/]],
  [{ SITE_URL: 'https://bukoor.example' }, [/is no public name/]],
  [{ SITE_URL: 'https://192.168.1.7' }, [/is no public name/]],
  [{ SITE_URL: 'http://sahari.app' }, [/is not https/]],
  [{ TRUST_PROXY: '0' }, [/^TRUST_PROXY is 0/]],
  [{ VITE_BACKEND_URL: 'https://project.supabase.co' }, [/BACKEND_ANON_KEY/]],
  [{ MAIL_FROM: 'salam@bukoor.example' }, [/^MAIL_FROM is at bukoor\.example/]],
] as const)('settings fit for visitors, with %j', ([changed, found]) => {
  const settings = readSettings({ ...fit, ...changed });
  expect(checkSettings(settings, new Date('2031-09-30T23:59:59Z'), facts)).toEqual(
    found.map((fault) => expect.stringMatching(fault)),
  );
});

test.for([
  ['2031-10-01T00:00:00Z', {}, [/Q3 2031, is over.*when it was set/]],
  ['2031-09-30T23:59:59Z', { launchTarget: { quarter: 'next spring' } }, [/next spring, is no quarter/]],
  ['2031-01-15', { erasure: { ...facts.erasure, latest: '2031-01-15' } }, [/by 2031-01-15, .*erase/]],
] as const)('on %s a target is over or no quarter, or an erasure is due: %j', ([today, changed, found]) => {
  expect(checkSettings(readSettings(fit), new Date(today), { ...facts, ...changed })).toEqual(
    found.map((fault) => expect.stringMatching(fault)),
  );
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

test('a sample has a name that an owner recognises, and says what the owner has to supply', async () => {
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
