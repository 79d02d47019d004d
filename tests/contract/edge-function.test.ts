import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { withClient } from '../support/postgres.ts';
import { cancelWaitsUntil, requireMissingStandby } from '../support/postgres-pair.ts';
import { noteSkipped } from '../support/skipped.ts';
import { postJoin, storedSourcesIn } from '../support/start-server.ts';
import { hostedKey as key, startHostedSupabase, supabase } from '../support/supabase.ts';
import { linksContract } from './links-contract.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

/** The updates and deletions of a function, each without what stands in parentheses in it, such as a query of its own. */
function changesIn(source: string): string[] {
  const text = source.replaceAll(/--.*$/gm, '');
  const starts = [...text.matchAll(/\b(update waitlist\.|delete from)/g)].map(({ index }) => index);
  return starts.map((start) => {
    let depth = 0;
    let statement = '';
    for (const character of text.slice(start)) {
      if (character === ')') depth -= 1;
      if (depth < 0 || character === ';') break;
      if (depth === 0) statement += character;
      if (character === '(') depth += 1;
    }
    return statement;
  });
}

const hosted = await startHostedSupabase(staticHost, ['enhanced-waitlist', 'waitlist-links']);

if (!hosted) {
  test.skip('the edge function under Deno: skipped, this machine lacks what it needs', () => {});
} else {
  const { ownerUrl, callProcedure } = hosted;
  const url = hosted.urlOf('enhanced-waitlist');
  const database = await openForServer({ databaseUrl: ownerUrl });
  afterAll(async () => {
    await database.close();
    await hosted.stop();
  });

  test('Supabase’s own command applies all migrations, with an owner who is no superuser', async () => {
    const [owner] = await database.query('select usesuper from pg_user where usename = current_user');
    expect(owner).toEqual({ usesuper: false });
    expect(await supabase('db', 'push', `--remote=${ownerUrl}`, '--yes')).toContain('up to date');
  });

  test('Supabase’s advisors and its linter find nothing to mend', async () => {
    expect(await supabase('db', 'advisors', `--remote=${ownerUrl}`)).toContain('No issues found');
    const [linter] = await database.query("select from pg_available_extensions where name = 'plpgsql_check'");
    if (!linter) {
      noteSkipped('Skipped: supabase db lint. On Debian 12: apt-get install postgresql-15-plpgsql-check.');
      return;
    }
    await withClient(hosted.postgresUrl.replace(/postgres$/, 'hosted'), (superuser) =>
      superuser.query('create extension plpgsql_check'),
    );
    const said = await supabase(
      'db',
      'lint',
      `--remote=${ownerUrl}`,
      '--schema=waitlist,public',
      '--level=warning',
    );
    const found = [...said.matchAll(/"message": "(.*)"/g)].map(([, message]) => message);
    // A function that gives a row and something else beside it, as waitlist.next_email does, is none the worse for it.
    expect(found.filter((message) => !message?.includes('is not single argument'))).toEqual([]);
  });

  test('no function updates or deletes all rows at once, which safeupdate forbids in PostgREST’s sessions', async () => {
    const functions = await database.query<{ source: string }>(
      "select prosrc as source from pg_proc where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace)",
    );
    const changes = functions.flatMap(({ source }) => changesIn(source));
    expect(changes.length).toBeGreaterThan(5);
    expect(changes.filter((statement) => !/\bwhere\b/.test(statement))).toEqual([]);
  });

  test('the function connects with TLS and refuses a certificate that it does not know', async () => {
    await fetch(`${url}/enhanced-waitlist/client`, { headers: { apikey: key } });
    const connections = await database.query(
      `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
        where application_name = 'waitlist' and query like 'select hosted_proxies%'`,
    );
    expect(connections).toEqual([{ ssl: true }]);
    const another = await hosted.start('enhanced-waitlist', { CA_CERTIFICATE: '' });
    onTestFinished(() => another.stop());
    expect((await postJoin({ url: another.url, anonKey: key }, 'unknown@door.example')).status).toBe(503);
  });

  test('the function answers a preflight while its database is away', async () => {
    const another = await hosted.start('enhanced-waitlist', {
      WAITLIST_DATABASE_URL: 'postgresql://127.0.0.1:1/away',
    });
    onTestFinished(() => another.stop());
    const preflight = await fetch(`${another.url}/functions/v1/enhanced-waitlist`, {
      method: 'OPTIONS',
      headers: { origin: staticHost, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(staticHost);
    expect((await postJoin({ url: another.url, anonKey: key }, 'away@door.example')).status).toBe(503);
  });

  for (const { hops, which } of [
    { hops: '203.0.113.9, 10.0.0.1', which: 'that the proxies name' },
    { hops: '203.0.113.10', which: 'of the first hop, where fewer proxies stand in front than are counted' },
  ])
    test(`the function and the procedure count the same visitor, ${which}, and store the same`, async () => {
      const counted = "select key, full_again_at from waitlist.rate_limits where limit_name = 'client'";
      const before = await database.query(counted);
      const emails = [`function${hops.length}@door.example`, `procedure${hops.length}@door.example`];
      const [first, second] = emails.map((email) => ({ user_email: email, entry_source: 'Friend' }));
      // By the path that Supabase hands on to the function.
      const byFunction = await fetch(`${url}/enhanced-waitlist`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': hops },
        body: JSON.stringify(first),
      });
      const after = await database.query(counted);
      expect(after).toHaveLength(before.length + 1);
      expect(await callProcedure('add_to_waitlist', second ?? {}, hops)).toEqual(await byFunction.json());
      const afterBoth = await database.query(counted);
      expect(afterBoth).toHaveLength(after.length);
      expect(afterBoth).not.toEqual(after);
      const stored = await database.query(
        `select source, confirmed_at, left_at, (select count(*)::int from waitlist.outbox where entry_id = entries.id) as emails
         from waitlist.entries where email = any ($1)`,
        [emails],
      );
      expect(stored).toHaveLength(2);
      expect(stored[0]).toEqual(stored[1]);
    });

  waitlistContract({
    name: 'the edge function under Deno',
    urls: [url],
    key,
    calls: ['function'],
    storedSources: (email) => storedSourcesIn(database, email),
  });

  linksContract({
    name: 'the function of links under Deno',
    url: `${hosted.urlOf('waitlist-links')}/functions/v1/waitlist-links`,
    siteUrl: staticHost,
    database,
  });

  test('the function acknowledges no join that did not reach the standby', async () => {
    const standbyIsNotNeeded = await requireMissingStandby(hosted.postgresUrl);
    const answer = postJoin({ url, anonKey: key }, 'alone@example.org');
    const cancelled = await cancelWaitsUntil(answer, hosted.postgresUrl, '%join_batch%');
    await standbyIsNotNeeded();
    expect((await answer).status).toBe(503);
    expect(cancelled).toBeGreaterThan(0);
  });
}
