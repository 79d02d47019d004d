import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder, startServer } from '../contract/start-server.ts';
import { sharedPostgres } from '../support/databases.ts';
import { joinStatus } from '../support/entries.ts';
import { startForwarder } from '../support/network.ts';
import { judgeShare } from './under-attack.ts';

const postgres = await sharedPostgres();
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));

async function start(databaseUrl: string) {
  const server = await startServer(folder, {
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
  });
  onTestFinished(async () => void (await server.stop('SIGTERM')));
  return server;
}

test.skipIf(!postgres)(
  'readiness checks ask the database at most once a second, however many come',
  async () => {
    const url = new URL((await postgres?.createDatabase()) ?? '');
    let asked = 0;
    // Pieces that clients send: at most one for each statement.
    const relay = await startForwarder(Number(url.port), (client) => client.on('data', () => (asked += 1)));
    onTestFinished(() => relay.close());
    url.port = String(relay.port);
    const server = await start(url.href);
    const before = asked;
    expect(before, 'the relay counts the statements of the start').toBeGreaterThan(0);
    const begin = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async () => (await fetch(`${server.url}/readyz`)).status),
    );
    const seconds = (performance.now() - begin) / 1000;
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Not a time limit: the longer the burst took, the more often the database may have been asked.
    expect(asked - before).toBeLessThanOrEqual(2 + seconds);
  },
);

test.skipIf(!postgres)(
  'a join that was answered 503 because a table was locked is not stored when the lock is gone',
  async () => {
    const url = (await postgres?.createDatabase()) ?? '';
    const server = await start(url);
    const operator = new Client({ connectionString: url });
    await operator.connect();
    onTestFinished(() => operator.end());
    await operator.query('begin');
    await operator.query('lock table waitlist.entries in access exclusive mode');
    expect(await joinStatus(server, 'refused@attack.example')).toBe(503);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    await operator.query('rollback');
    const active = `select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`;
    await expect.poll(async () => (await operator.query(active)).rowCount).toBe(0);
    const { rows } = await operator.query('select email from waitlist.entries');
    expect(rows).toEqual([]);
  },
);

test('an attack during which nobody came has not been held', () => {
  expect(judgeShare([])).toEqual(['only 0 % of the visitors got in']);
});
