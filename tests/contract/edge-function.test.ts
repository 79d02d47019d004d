import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { joinStatus } from '../support/join-status.ts';
import { cancelWaitsUntil, requireMissingStandby } from '../support/missing-standby.ts';
import { startPostgres } from '../support/postgres.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const key = 'sb_publishable_of_a_hosted_project';
const folder = 'supabase/functions/enhanced-waitlist';

/**
 * Deno itself and not the package's command, which would start it as a process of its own: so one signal ends it, and the
 * terminal's Ctrl+C reaches it.
 */
const denoBinary = execFileSync('node_modules/.bin/deno', ['eval', 'console.log(Deno.execPath())'], {
  encoding: 'utf8',
}).trim();

/** Runs the function as Supabase's runtime does: with a database URL, a key, and only network and environment access. */
async function startFunction(databaseUrl: string, settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    denoBinary,
    [
      'run',
      '--allow-net',
      '--allow-env',
      '--cached-only',
      '--node-modules-dir=manual',
      `--config=${folder}/deno.json`,
      `${folder}/index.ts`,
    ],
    {
      env: {
        PATH,
        HOME,
        NO_COLOR: '1',
        HOST: '127.0.0.1',
        PORT: '0',
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

const postgres = await startPostgres();

if (!postgres) {
  test.skip('the edge function under Deno: skipped, this machine has no PostgreSQL', () => {});
} else {
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const { close, url } = await startFunction(postgres.url);
  afterAll(async () => {
    await close();
    await database.close();
    await postgres.stop();
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

  test('the edge function under Deno takes no request id from a caller when no proxy is in front', async () => {
    const direct = await startFunction(postgres.url, { TRUST_PROXY: '0' });
    onTestFinished(direct.close);
    const response = await fetch(`${direct.url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { 'x-request-id': 'forged' },
    });
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  test('the edge function under Deno reads an empty TRUST_PROXY as one that is not set', async () => {
    const unset = await startFunction(postgres.url, { TRUST_PROXY: '' });
    onTestFinished(unset.close);
    const response = await fetch(`${unset.url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { 'x-request-id': 'from-the-gateway' },
    });
    expect(response.headers.get('x-request-id')).toBe('from-the-gateway');
  });

  test('the edge function under Deno does not start with a TRUST_PROXY that is no number', async () => {
    await expect(startFunction(postgres.url, { TRUST_PROXY: 'one' })).rejects.toThrow(
      'TRUST_PROXY must be the number of proxies in front of the function, 0 to 10.',
    );
  });
}
