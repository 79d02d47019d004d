import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openAnnouncement } from '../../mail/announcement-transitions.ts';
import type { TurnStatus } from '../../mail/turn.ts';
import type { FunctionName } from '../../server/function-settings.ts';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { plan } from '../support/announcements.ts';
import { testFolder } from '../support/databases.ts';
import { joinAll, setLimit } from '../support/emails.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { withClient } from '../support/postgres.ts';
import { seededRandom, seedOfTest } from '../support/random.ts';
import { startSecureInbox } from '../support/smtp.ts';
import { hostedKey, mailFunctionKey, startHostedSupabase, supabase } from '../support/supabase.ts';
import { staticHost } from './waitlist-contract.ts';

const inbox = await startSecureInbox();
afterAll(inbox.stop);
const functions: FunctionName[] = ['enhanced-waitlist', 'waitlist-links', 'waitlist-mail'];
const hosted = await startHostedSupabase(staticHost, functions, {
  SMTP_URL: inbox.url,
  MAIL_FROM: 'salam@bukoor.example',
  authority: inbox.authority,
});

if (!hosted) {
  test.skip('the function that sends, under Deno: skipped, this machine lacks what it needs', () => {});
} else {
  const database = await openForServer({ databaseUrl: hosted.ownerUrl });
  afterAll(async () => {
    await database.close();
    await hosted.stop();
  });

  const authorization = `Bearer ${mailFunctionKey}`;
  const ask = (url: string, method: string, headers: Record<string, string> = { authorization }) =>
    fetch(`${url}/functions/v1/waitlist-mail`, { method, headers });
  const call = () => ask(hosted.url, 'POST');
  const statusAt = async (url: string): Promise<TurnStatus> => (await ask(url, 'GET')).json();

  test('without its secret, or with another, the function does nothing and says nothing', async () => {
    for (const headers of [{}, { authorization: 'Bearer another' }, { apikey: 'another' }] as Record<
      string,
      string
    >[])
      for (const method of ['GET', 'POST']) expect((await ask(hosted.url, method, headers)).status).toBe(401);
    expect(await statusAt(hosted.url)).toEqual({ minutesAgo: null, due: 0, why: null });
  });

  test('ten calls at once share the work: everybody who joined gets one email, over TLS', async () => {
    const people = Array.from({ length: 30 }, (_, index) => `person${index}@door.example`);
    await joinAll(database, people);
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    for (const answer of answers) expect(await answer.json()).toEqual({ emails: 'Emails are sent.' });
    expect(inbox.emails.map(({ to }) => to).sort()).toEqual([...people].sort());
    expect(inbox.emails[0]?.parsed.html).toContain(`${staticHost}/waitlist/confirm#t=`);
    expect(await statusAt(hosted.url)).toEqual({ minutesAgo: 0, due: 0, why: null });
  });

  const doctor = (changed: Record<string, string> = {}) => {
    const env = {
      SITE_URL: staticHost,
      VITE_BACKEND_URL: hosted.url,
      BACKEND_ANON_KEY: hostedKey,
      MAIL_FUNCTION_KEY: mailFunctionKey,
      ...changed,
    };
    return runCommand({ dataDir: '' }, ['doctor', '--only', 'backend'], { env });
  };

  test('doctor finds no fault, and says which client each door counts', async () => {
    await call();
    const { code, err } = await doctor();
    expect(err).toMatch(
      /^The function counts .* 203\.0\.113\.9\..*\nThe procedure counts .* 203\.0\.113\.9\..*\nThe function waitlist-mail was last called 0 min ago; 0 emails are due\./,
    );
    expect(code).toBe(0);
  });

  test.for([
    [{ MAIL_FUNCTION_KEY: '' }, /MAIL_FUNCTION_KEY is not set here/],
    [{ MAIL_FUNCTION_KEY: 'x'.repeat(32) }, /MAIL_FUNCTION_KEY is not the secret/],
    [
      { SITE_URL: 'https://elsewhere.example' },
      /leads to https:\/\/static-host\.example.*Set its secret SITE_URL/,
    ],
    [{ VITE_BACKEND_URL: 'http://127.0.0.1:1' }, /does not answer .*Check VITE_BACKEND_URL/],
  ] as const)('doctor, with %j, says what is wrong', async ([changed, fault]) => {
    expect(await doctor(changed)).toMatchObject({ code: 1, out: expect.stringMatching(fault) });
  });

  test.for([
    ['settings', 'hosted_proxies = 3', 'hosted_proxies = default', /procedure .* is too high/],
    [
      'list_state',
      "function_called_at = clock_timestamp() - interval '10 minutes'",
      'function_called_at = clock_timestamp()',
      /waitlist-mail was last called 10 min ago\. Look at the job/,
    ],
    [
      'list_state',
      "(sending_paused_since, sending_paused_because) = (clock_timestamp(), 'restored')",
      '(sending_paused_since, sending_paused_because) = (null, null)',
      /Emails wait: sending is paused since \S+ \(restored\)/,
    ],
  ] as const)('doctor, where %s says %s, says what is wrong', async ([table, set, reset, fault]) => {
    await database.query(`update waitlist.${table} set ${set}`);
    onTestFinished(async () => {
      await database.query(`update waitlist.${table} set ${reset}`);
    });
    expect(await doctor()).toMatchObject({ code: 1, out: expect.stringMatching(fault) });
  });

  test('the job of deploy/supabase.sql calls the function with its current key', async () => {
    const hostedList = hosted.postgresUrl.replace(/postgres$/, 'hosted');
    await withClient(hostedList, async (superuser) => {
      await superuser.query(readFileSync('tests/support/cron.sql', 'utf8'));
      // By the command that the script calls, which runs one statement. Debian has no pg_net.
      const sql = readFileSync('deploy/supabase.sql', 'utf8').replaceAll(/^\s*create extension .*$/gm, '');
      const file = join(testFolder(), 'job.sql');
      for (const key of ['an-earlier-key', mailFunctionKey]) {
        const url = sql.replace('https://REF.supabase.co', hosted.url);
        writeFileSync(file, url.replace("'MAIL_FUNCTION_KEY'", `'${key}'`));
        await supabase('db', 'query', `--remote=${hostedList}`, '--file', file, '--yes');
      }
      const { rows: jobs } = await superuser.query(
        'select jobname, schedule, command from cron.job order by 1',
      );
      expect(jobs.map(({ jobname }) => jobname)).toEqual(['waitlist-cron-history', 'waitlist-mail']);
      for (const { command } of jobs) await superuser.query(command);
      const { rows: calls } = await superuser.query('select * from net.calls');
      expect(calls).toHaveLength(1);
      const { url, headers } = calls[0];
      expect((await fetch(url, { method: 'POST', headers })).status).toBe(200);
    });
  });

  test('one call sends a hundred emails', async () => {
    await setLimit(database, 'asking-emails-an-hour', 1000);
    await joinAll(
      database,
      Array.from({ length: 100 }, (_, index) => `busy${index}@door.example`),
    );
    await call();
    expect(inbox.emails.filter(({ to }) => to.startsWith('busy'))).toHaveLength(100);
  });

  test('the function names a closed port and a missing secret', async () => {
    for (const [changed, message] of [
      [{ SMTP_URL: 'smtp://user:password@mail.example:587' }, /SMTP_URL must begin with smtps.* port 465/],
      [{ SMTP_URL: 'smtp://user:password@mail.example:25' }, /SMTP_URL must begin with smtps.* port 25\b/],
      [{ MAIL_FUNCTION_KEY: '' }, /needs the secret MAIL_FUNCTION_KEY/],
      [{ SITE_URL: '' }, /SITE_URL/],
      [{ MAIL_FROM: '' }, /MAIL_FROM is required/],
    ] as const) {
      const own = await hosted.start('waitlist-mail', changed);
      const answer = await ask(own.url, 'GET');
      const said = await answer.json();
      await own.stop();
      expect([answer.status, said.message]).toEqual([503, expect.stringMatching(message)]);
      expect(said.message).not.toContain('password@');
    }
  });

  test('a mistake in the secrets for sending stops no join and no link', async () => {
    const mistakes = { SMTP_URL: 'smtp://mail.example:587', MAIL_FUNCTION_KEY: 'short', DIGEST_TO: 'nobody' };
    for (const [name, path] of [
      ['enhanced-waitlist', '/client'],
      ['waitlist-links', '/waitlist/leave'],
    ] as const) {
      const own = await hosted.start(name, mistakes);
      const answer = await fetch(`${own.url}/${name}${path}`, {
        headers: { apikey: hostedKey },
        redirect: 'manual',
      });
      await own.stop();
      expect(answer.status).toBeLessThan(400);
    }
  });

  test('while the database is away a call is a 503, and the next one works', async () => {
    const own = await hosted.start('waitlist-mail', {
      WAITLIST_DATABASE_URL: 'postgresql://127.0.0.1:1/away',
    });
    onTestFinished(() => own.stop());
    expect((await ask(own.url, 'POST')).status).toBe(503);
  });

  // So many that several calls are needed; HOSTED_PEOPLE asks for more, as in deploy/supabase.md.
  const count = Number(process.env.HOSTED_PEOPLE ?? 120);

  test('an announcement reaches everybody once, though calls are killed at random', async () => {
    await database.query('delete from waitlist.entries');
    await database.query(
      `insert into waitlist.entries (email, canonical, source, state, joined_at, consented_at, consent_wording, confirmed_at)
       select email, email, 'Friend', 'joined', now(), now(), (select max(version) from waitlist.wordings), now()
         from (select format('reader%s@news.example', n) as email from generate_series(1, $1::integer) as n) as people`,
      [count],
    );
    const words = { subject: 'News', html: '<p>News {{email}} {{leave}}</p>', text: 'News {{leave}}' };
    await plan(database, { name: 'news', words, rate: 100_000 });
    expect(await openAnnouncement(database, 'news')).toBe(true);
    const addressesReached = () =>
      inbox.emails.filter(({ to }) => to.endsWith('@news.example')).map(({ to }) => to);
    const openEmails = () => database.query('select from waitlist.outbox where is_open limit 1');
    const random = seededRandom(seedOfTest());
    /** Calls the function and kills it soon after some more emails. Returns whether the call was still under way. */
    const callAndKill = async (): Promise<boolean> => {
      const own = await hosted.start('waitlist-mail');
      let hasAnswered = false;
      const call = ask(own.url, 'POST').then(
        () => {
          hasAnswered = true;
        },
        () => {},
      );
      const enough = addressesReached().length + random(25);
      while (addressesReached().length < enough && !hasAnswered) await wait(5);
      await Promise.race([call, wait(random(100))]);
      const wasKilled = !hasAnswered;
      await own.stop('SIGKILL');
      await call;
      return wasKilled;
    };
    let kills = 0;
    while ((await openEmails()).length > 0) {
      if (await callAndKill()) kills += 1;
      // As if the lease of the killed call had run out.
      await database.query(
        "update waitlist.outbox set due_at = clock_timestamp() where state = 'transmitting'",
      );
    }
    const doubtful = await database.query<{ email: string }>(
      "select to_email as email from waitlist.outbox where announcement is not null and state <> 'sent'",
    );
    const reached = new Set(addressesReached());
    expect(kills).toBeGreaterThan(0);
    expect(addressesReached()).toHaveLength(reached.size);
    const missing = count - new Set([...reached, ...doubtful.map(({ email }) => email)]).size;
    expect(missing).toBe(0);
    expect(doubtful.length).toBeLessThanOrEqual(4 * kills);
    console.log(
      `${kills} calls killed, ${reached.size} reached, ${doubtful.length} in doubt, ${missing} missing`,
    );
  });
}
