import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { joinStatus } from '../support/entries.ts';
import { withClient } from '../support/postgres.ts';
import { cancelWaitsUntil, requireMissingStandby } from '../support/postgres-pair.ts';
import { noteMissing } from '../support/skipped.ts';
import { startSupabasePostgres, supabase } from '../support/supabase.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const key = 'sb_publishable_of_a_hosted_project';
const folder = 'supabase/functions/enhanced-waitlist';

/** The version of Supabase's edge runtime: later ones have globals that it lacks. npm has no complete one to lock. */
const denoPackage = 'deno@2.1.4';

/** Deno itself and not the package's command, which would start it as a process of its own: so one signal ends it. */
const deno = await promisify(execFile)('npx', [
  '--yes',
  denoPackage,
  'eval',
  'console.log(Deno.execPath())',
]).then(
  ({ stdout }) => stdout.trim(),
  () => undefined,
);
if (!deno)
  noteMissing(
    `Skipped: the edge function on the Deno of Supabase's runtime. npm has no ${denoPackage} here.`,
  );

/** Runs the function as Supabase's runtime does: with a database URL, a key, and network and environment access. */
async function startFunction(databaseUrl: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    deno ?? '',
    [
      'run',
      '--allow-net',
      '--allow-env',
      '--cached-only',
      '--node-modules-dir=manual',
      `--config=${folder}/deno.json`,
      'tests/contract/edge-runtime.ts',
    ],
    {
      env: {
        PATH,
        HOME,
        NO_COLOR: '1',
        SUPABASE_DB_URL: databaseUrl,
        BACKEND_ANON_KEY: key,
        ALLOWED_ORIGINS: staticHost,
        ...settings,
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

  test('a database as Supabase sets it up has all migrations, by its own command and an owner who is no superuser', async () => {
    const [owner] = await database.query(
      'select usesuper as is_superuser from pg_user where usename = current_user',
    );
    expect(owner).toEqual({ is_superuser: false });
    expect(await supabase('db', 'push', `--remote=${ownerUrl}`, '--yes')).toContain('up to date');
  });

  test('Supabase’s advisors find no issue', async () => {
    expect(await supabase('db', 'advisors', `--remote=${ownerUrl}`)).toContain('No issues found');
  });

  test('200 visitors behind one fixed last hop all get in by the function', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, visitor) =>
        createClient(url, key, {
          auth: { persistSession: false, autoRefreshToken: false },
          global: { headers: { 'x-forwarded-for': `198.${visitor}.100.7, 10.0.0.1` } },
        }).functions.invoke('enhanced-waitlist', {
          body: { user_email: `visitor${visitor}@hop.example`, entry_source: 'Friend' },
        }),
      ),
    );
    for (const { data } of answers) expect(data).toEqual({ success: true });
  });

  test('the function and the procedure count the same visitor and store the same', async () => {
    const hops = '203.0.113.9, 10.0.0.1';
    const byFunction = await fetch(`${url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': hops },
      body: JSON.stringify({ user_email: 'one@door.example', entry_source: 'Friend' }),
    });
    // As PostgREST calls it.
    const byProcedure = await withClient(ownerUrl.replace('postgres@', 'authenticator@'), async (client) => {
      await client.query('begin; set local role anon');
      await client.query("select set_config('request.headers', $1, true)", [
        JSON.stringify({ 'x-forwarded-for': hops }),
      ]);
      const { rows } = await client.query(
        "select public.add_to_waitlist('two@door.example', 'Friend') as answer",
      );
      await client.query('commit');
      return rows[0].answer;
    });
    expect(byProcedure).toEqual(await byFunction.json());
    const stored = await database.query<{ email: string }>(
      `select source, confirmed_at, left_at, (select count(*)::int from waitlist.outbox where entry_id = entries.id) as emails
         from waitlist.entries where email like '%@door.example'`,
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

  test('the edge function under Deno answers at the path that Supabase hands on', async () => {
    const response = await fetch(`${url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ user_email: 'gateway@example.org', entry_source: 'Friend' }),
    });
    expect(await response.json()).toEqual({ success: true });
    expect(await storedSourcesIn(database, 'gateway@example.org')).toEqual(['Friend']);
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
