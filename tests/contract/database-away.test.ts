import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';

const postgres = await startPostgres();

if (!postgres) {
  test.skip('a database that goes away: skipped, this machine has no PostgreSQL', () => {});
} else {
  const folder = await makeServerFolder();
  const server = await startServer(folder, {
    DATABASE_URL: postgres.url,
    ALLOWED_ORIGINS: 'https://static-host.example',
  });
  afterAll(async () => {
    await server.stop('SIGTERM');
    await postgres.stop();
    await removeFolder(folder);
  });

  const join = () =>
    fetch(`${server.url}/functions/v1/enhanced-waitlist`, {
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_bukoor_local',
        'content-type': 'application/json',
        origin: 'https://static-host.example',
      },
      body: JSON.stringify({ user_email: 'patient@example.org', entry_source: 'Friend' }),
    });
  const form = () => {
    const body = new URLSearchParams({ email: 'patient@example.org' });
    return fetch(`${server.url}/waitlist/join`, { method: 'POST', body, redirect: 'manual' });
  };
  const status = async (path: string) => (await fetch(server.url + path)).status;

  test('while the database is away pages are served and joins are a 503; when it is back they succeed, without a restart', async () => {
    expect((await join()).status).toBe(200);
    await postgres.kill();

    const away = await join();
    expect(away.status).toBe(503);
    expect(away.headers.get('access-control-allow-origin')).toBe('https://static-host.example');
    expect(away.headers.get('retry-after')).toBe('5');
    expect(await away.json()).toMatchObject({ code: 'unavailable' });
    expect((await form()).headers.get('location')).toBe('/waitlist/failed');
    expect([await status('/'), await status('/healthz'), await status('/readyz')]).toEqual([200, 200, 503]);

    await postgres.start();
    while ((await status('/readyz')) !== 200) await wait(50);
    expect(await (await join()).json()).toEqual({ success: true });
    expect((await form()).headers.get('location')).toBe('/waitlist/joined');
    expect(server.output()).toContain('the database cannot answer');
    expect(server.output()).not.toContain('patient');
  });
}
