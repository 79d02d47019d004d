import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { cancelWaits, requireMissingStandby } from '../support/missing-standby.ts';
import { startPostgres } from '../support/postgres.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const key = 'sb_publishable_of_a_hosted_project';
const folder = 'supabase/functions/enhanced-waitlist';

/** Runs the function as Supabase's runtime does: with a database URL, a key, and only network and environment access. */
async function startFunction(databaseUrl: string) {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    'node_modules/.bin/deno',
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
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own: the package's command starts Deno itself, and both must end.
      detached: true,
    },
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const port = /Listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    child.stdout.resume();
    child.stderr.resume();
    return { child, url: `http://127.0.0.1:${port}` };
  }
  throw new Error(`Deno ended before the function listened. It said:\n${said.join('\n')}`);
}

const postgres = await startPostgres();

if (!postgres) {
  test.skip('the edge function under Deno: skipped, this machine has no PostgreSQL', () => {});
} else {
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const { child, url } = await startFunction(postgres.url);
  afterAll(async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.pid !== undefined && process.kill(-child.pid)) await once(child, 'exit');
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
    let answered = false;
    const status = fetch(`${url}/enhanced-waitlist`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ user_email: 'alone@example.org', entry_source: 'Friend' }),
    }).then(async (response) => {
      await response.text();
      answered = true;
      return response.status;
    });
    while (!answered) await cancelWaits(postgres.url, '%join_set%');
    await standbyIsNotNeeded();
    expect(await status).toBe(503);
  });
}
