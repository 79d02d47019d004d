import { expect, test } from 'vitest';
import { openOutbox } from '../mail/outbox.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { runCommand } from '../tests/support/memory-terminal.ts';
import { startScriptedSmtp } from '../tests/support/smtp.ts';
import { noteTrouble } from '../waitlist/sending.ts';
import { checkList } from './doctor/list.ts';
import { checkAddress } from './doctor/settings.ts';

const { databases, postgres } = await openBothDatabases();

test('doctor lists its findings under their headings, and exits with 1 if there are any', async () => {
  const { code, out, err } = await runCommand({ dataDir: '/nowhere/at/all' }, ['doctor']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(
    /^Not ready for visitors yet\.\n\nSettings and dates\n {2}SITE_URL is not set[\s\S]*\nThe list\n {2}There is no waitlist in /,
  );
});

test.for(databases)(
  '$kind: a missing backup, paused sending and an old backup are reported',
  async ({ database, options }) => {
    const findings = async () =>
      JSON.parse((await runCommand(options, ['doctor', '--only', 'list', '--json', 'finding'])).out);
    expect(await findings()).toEqual([{ finding: expect.stringMatching(/^No backup was ever made/) }]);
    await runCommand(options, ['sending', 'pause', '--because', 'wrong words']);
    expect(await findings()).toContainEqual({
      finding: expect.stringMatching(/wrong words\. .*sending resume/),
    });
    expect(await runCommand(options, ['sending', 'resume'])).toMatchObject({ code: 4 });
    await runCommand(options, ['sending', 'resume', '--yes']);
    await database.query("update waitlist.settings set backed_up_at = timestamptz '2026-11-01 10:00:00+00'");
    expect(await checkList(database, new Date('2026-11-08T10:00:00Z'))).toEqual([]);
    expect(await checkList(database, new Date('2026-11-09T11:00:00Z'))).toEqual([
      expect.stringMatching(/^The last backup is 8 days old/),
    ]);
  },
);

test.runIf(postgres)(
  'a PostgreSQL that lacks migrations is reported, with what to do, and not migrated',
  async () => {
    const options = { databaseUrl: (await postgres?.createDatabase()) ?? '', dataDir: '' };
    for (let again = 0; again < 2; again += 1) {
      const { out } = await runCommand(options, ['doctor', '--only', 'list']);
      expect(out).toMatch(
        /The database is older than this software: it lacks the migrations .* -- migrate\./,
      );
    }
    expect(await runCommand(options, ['migrate'])).toMatchObject({ code: 0 });
    expect((await runCommand(options, ['doctor', '--only', 'list'])).out).not.toContain('lacks');
  },
);

test.for(databases)('$kind: a server that is older than the files is reported', async ({ database }) => {
  const older = {
    ...database,
    query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
      const rows = await database.query<Row>(sql, parameters);
      return sql.includes('order by version') ? rows.slice(0, -1) : rows;
    },
  };
  expect(await checkList(older, new Date())).toContainEqual(
    expect.stringMatching(/^The running server is older/),
  );
});

test.for(databases)(
  '$kind: emails that wait because of a fault of ours are reported, with what to do',
  async ({ database }) => {
    await noteTrouble(database, 'Check MAIL_FROM.');
    expect(await checkList(database, new Date())).toContainEqual('Emails wait. Check MAIL_FROM.');
    await noteTrouble(database, null);
  },
);

test.for(databases)('$kind: emails that failed or are in doubt are reported', async ({ database }) => {
  await database.query("select public.add_to_waitlist('failed@desk.example', 'Friend')");
  const outbox = openOutbox(database, 'worker');
  const { claimed } = await outbox.claim();
  await outbox.finish(claimed?.messageId ?? '', { outcome: 'refused', reply: '550', status: '5.0.0' });
  expect(await checkList(database, new Date())).toContainEqual(
    '1 of the kind welcome failed: npm run waitlist -- outbox list --state failed.',
  );
});

test('doctor tries the mail server with the settings of the server', async () => {
  const gone = await startScriptedSmtp({});
  gone.stop();
  const { code, out } = await runCommand({ dataDir: '' }, ['doctor', '--only', 'mail'], {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${gone.port}`,
      MAIL_FROM: 'salam@bukoor.example',
      SITE_URL: 'https://bukoor.example',
    },
  });
  expect(code).toBe(1);
  expect(out).toMatch(/\nEmails\n {2}The mail server cannot be reached/);
});

const headers = {
  'strict-transport-security': 'max-age=1',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
};
/** A fetch that returns these responses by URL; any other URL cannot be reached. */
const fakeFetch = (answers: Record<string, Response>) =>
  (async (url: string) => {
    const answer = answers[url];
    if (!answer) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
    return answer;
  }) as typeof fetch;
const site = 'https://bukoor.test';
const toHttps = () => new Response(null, { status: 301, headers: { location: `${site}/` } });

test('a correct public address has no fault, also when port 80 is closed', async () => {
  const right = () => new Response('', { headers });
  expect(
    await checkAddress(site, fakeFetch({ [`${site}/`]: right(), 'http://bukoor.test/': toHttps() })),
  ).toEqual([]);
  expect(await checkAddress(site, fakeFetch({ [`${site}/`]: right() }))).toEqual([]);
});

test.for([
  ['does not answer', {}, /does not answer \(connect ECONNREFUSED\)/],
  ['leads elsewhere', { [`${site}/`]: new Response('', { status: 502 }) }, /answers 502/],
  ['sends no headers', { [`${site}/`]: new Response('') }, /without strict-transport-security/],
  [
    'is served in the clear too',
    { [`${site}/`]: new Response('', { headers }), 'http://bukoor.test/': new Response('') },
    /served without encryption/,
  ],
] as const)('an address that %s is reported', async ([, answers, fault]) => {
  expect(await checkAddress(site, fakeFetch(answers))).toContainEqual(expect.stringMatching(fault));
});
