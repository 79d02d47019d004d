import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { joinStatus } from '../support/entries.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { withClient } from '../support/postgres.ts';
import { cancelWaitsUntil, requireMissingStandby } from '../support/postgres-pair.ts';
import { noteMissing, noteSkipped } from '../support/skipped.ts';
import { startSupabasePostgres, supabase } from '../support/supabase.ts';
import { storedSourcesIn } from './start-server.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const key = 'sb_publishable_of_a_hosted_project';
const folder = 'supabase/functions/enhanced-waitlist';

/** The version of Supabase's edge runtime: later ones have globals that it lacks. npm has no complete one to lock. */
const denoPackage = 'deno@2.1.4';

/** Deno itself and not the package's command, which would start it as a process of its own: so one signal ends it. */
const deno = await promisify(execFile)('npx', [
  ...['--yes', denoPackage, 'eval', 'console.log(Deno.execPath())'],
]).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
);
if (!deno)
  noteMissing(
    `Skipped: the edge function on the Deno of Supabase's runtime. npm has no ${denoPackage} here.`,
  );

/** Runs the function as Supabase's runtime does: with a database URL, a key, and network and environment access. */
async function startFunction(databaseUrl: string) {
  const { PATH = '', HOME = '' } = process.env;
  const access = ['--allow-net', '--allow-env', '--cached-only', '--node-modules-dir=manual'];
  const child = spawn(
    deno ?? '',
    ['run', ...access, `--config=${folder}/deno.json`, 'tests/contract/edge-runtime.ts'],
    {
      env: {
        ...{ PATH, HOME, NO_COLOR: '1', SUPABASE_DB_URL: databaseUrl },
        ...{ BACKEND_ANON_KEY: key, ALLOWED_ORIGINS: staticHost },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill();
    await exited;
  };
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    child.stdout.resume();
    child.stderr.resume();
    return { close, url: `http://127.0.0.1:${port}` };
  }
  await close();
  throw new Error(`Deno ended before the function listened. It said:\n${said.join('\n')}`);
}

const postgres = deno ? await startSupabasePostgres() : undefined;

if (!postgres) {
  test.skip('the edge function under Deno: skipped, this machine lacks what it needs', () => {});
} else {
  const { ownerUrl } = postgres;
  const database = await openDatabase({ databaseUrl: ownerUrl, dataDir: '' });
  const { close, url } = await startFunction(ownerUrl);
  afterAll(async () => {
    await close();
    await database.close();
    await postgres.stop();
  });

  /** Joins by the path that Supabase hands on to the function. */
  const joinByFunction = async (email: string, hops: string) => {
    const response = await fetch(`${url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': hops },
      body: JSON.stringify({ user_email: email, entry_source: 'Friend' }),
    });
    return response.json();
  };

  /** As PostgREST calls it. */
  const callProcedure = (call: string, parameters: string[], hops: string) =>
    withClient(ownerUrl.replace('postgres@', 'authenticator@'), async (client) => {
      await client.query('begin; set local role anon');
      await client.query("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-forwarded-for': hops }),
      ]);
      const { rows } = await client.query(`select public.${call} as answer`, parameters);
      await client.query('commit');
      return rows[0].answer;
    });
  const joinByProcedure = (email: string, hops: string) =>
    callProcedure("add_to_waitlist($1, 'Friend')", [email], hops);

  test('a database as Supabase sets it up has all migrations, by its own command and an owner who is no superuser', async () => {
    const [owner] = await database.query(
      'select usesuper as is_superuser from pg_user where usename = current_user',
    );
    expect(owner).toEqual({ is_superuser: false });
    expect(await supabase('db', 'push', `--remote=${ownerUrl}`, '--yes')).toContain('up to date');
  });

  test('Supabase’s advisors and its linter find nothing to mend', async () => {
    expect(await supabase('db', 'advisors', `--remote=${ownerUrl}`)).toContain('No issues found');
    const [linter] = await database.query("select from pg_available_extensions where name = 'plpgsql_check'");
    if (!linter) {
      noteSkipped('Skipped: supabase db lint. On Debian 12: apt-get install postgresql-15-plpgsql-check.');
      return;
    }
    await withClient(postgres.url.replace(/postgres$/, 'hosted'), (superuser) =>
      superuser.query('create extension plpgsql_check'),
    );
    const said = await supabase(
      ...['db', 'lint', `--remote=${ownerUrl}`, '--schema=waitlist,public', '--level=warning'],
    );
    const found = [...said.matchAll(/"message": "(.*)"/g)].map(([, message]) => message);
    // A function that gives a row and something else beside it, as waitlist.next_email does, is none the worse for it.
    expect(found.filter((message) => !message?.includes('is not single argument'))).toEqual([]);
  });

  test('no function updates or deletes all rows at once, which safeupdate forbids in PostgREST’s sessions', async () => {
    const functions = await database.query<{ source: string }>(
      "select prosrc as source from pg_proc where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace)",
    );
    const changes = functions
      .flatMap(({ source }) => source.split(';'))
      .filter((statement) => /\b(update waitlist\.|delete from)/.test(statement));
    expect(changes.length).toBeGreaterThan(5);
    expect(changes.filter((statement) => !/\bwhere\b/.test(statement))).toEqual([]);
  });

  test('doctor says whom both doors count, and whether a visitor could write that address', async () => {
    const gateway = new Hono();
    const hopsOf = (request: Request) => `${request.headers.get('x-forwarded-for')}, 203.0.113.9, 10.0.0.1`;
    gateway.get('/functions/v1/*', ({ req }) => {
      const headers = { apikey: req.header('apikey') ?? '', 'x-forwarded-for': hopsOf(req.raw) };
      return fetch(`${url}${new URL(req.url).pathname}`, { headers });
    });
    gateway.get('/rest/v1/rpc/waitlist_client', async (c) =>
      c.json(await callProcedure('waitlist_client()', [], hopsOf(c.req.raw))),
    );
    const server = serve({ fetch: gateway.fetch, hostname: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { VITE_BACKEND_URL: `http://127.0.0.1:${port}`, BACKEND_ANON_KEY: key };
    const doctor = () => runCommand({ dataDir: '' }, ['doctor', '--only', 'backend'], { env });
    const { code, err } = await doctor();
    expect(code).toBe(0);
    expect(err).toMatch(
      /^The function counts .* 203\.0\.113\.9\..*\nThe procedure counts .* 203\.0\.113\.9\./,
    );
    await database.query('update waitlist.settings set hosted_proxies = 3');
    onTestFinished(async () => {
      await database.query('update waitlist.settings set hosted_proxies = default');
    });
    expect(await doctor()).toMatchObject({ code: 1, out: expect.stringMatching(/procedure .* is too high/) });
    env.BACKEND_ANON_KEY = 'another';
    expect((await doctor()).out).toContain('The function does not say whom it counts (status 401)');
  });

  test('200 visitors behind one fixed last hop all get in by the function', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, visitor) =>
        joinByFunction(`visitor${visitor}@hop.example`, `198.${visitor}.100.7, 10.0.0.1`),
      ),
    );
    for (const answer of answers) expect(answer).toEqual({ success: true });
  });

  test.for([
    { hops: '203.0.113.9, 10.0.0.1', which: 'that the proxies name' },
    { hops: '203.0.113.10', which: 'of the first hop, where fewer proxies stand in front than are counted' },
  ])(
    'the function and the procedure count the same visitor, $which, and store the same',
    async ({ hops }) => {
      const counted = "select key, full_again_at from waitlist.rate_limits where limit_name = 'client'";
      const before = await database.query(counted);
      const emails = [`function${hops.length}@door.example`, `procedure${hops.length}@door.example`];
      const byFunction = await joinByFunction(emails[0] ?? '', hops);
      const after = await database.query(counted);
      expect(after).toHaveLength(before.length + 1);
      expect(await joinByProcedure(emails[1] ?? '', hops)).toEqual(byFunction);
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
    },
  );

  waitlistContract({
    name: 'the edge function under Deno',
    urls: [url],
    key,
    calls: ['function'],
    storedSources: (email) => storedSourcesIn(database, email),
  });

  test('the edge function under Deno acknowledges no join whose wait for a standby was cut short', async () => {
    const standbyIsNotNeeded = await requireMissingStandby(postgres.url);
    const status = joinStatus({ url, anonKey: key }, 'alone@example.org');
    const cancelled = await cancelWaitsUntil(status, postgres.url, '%join_batch%');
    await standbyIsNotNeeded();
    expect(await status).toBe(503);
    expect(cancelled).toBeGreaterThan(0);
  });
}
