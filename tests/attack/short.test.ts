import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeServerFolder, removeFolder, type ServerProcess, startServer } from '../contract/start-server.ts';
import { sharedPostgres } from '../support/databases.ts';
import { joinStatus } from '../support/entries.ts';
import { judgeShare } from './bounds.ts';
import { startCountingRelay } from './counting-relay.ts';

const postgres = await sharedPostgres();
const folder = await makeServerFolder();
afterAll(() => removeFolder(folder));

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(folder, { LOG_LEVEL: 'silent', ...settings });
  onTestFinished(async () => void (await server.stop('SIGTERM')));
  return server;
}

test.skipIf(!postgres)(
  'readiness checks ask the database at most once a second, however many come',
  async () => {
    const relay = await startCountingRelay((await postgres?.createDatabase()) ?? '');
    onTestFinished(() => relay.close());
    const server = await start({ DATABASE_URL: relay.url, TRUST_PROXY: '1' });
    // Connects, which a busy machine may be too slow for amid the burst, and may be the one check of its second.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const before = relay.statements();
    expect(before, 'the relay counts the statements of the start').toBeGreaterThan(0);
    const begin = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async () => (await fetch(`${server.url}/readyz`)).status),
    );
    const seconds = (performance.now() - begin) / 1000;
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Not a time limit: the longer the burst took, the more often the database may have been asked.
    expect(relay.statements() - before).toBeLessThanOrEqual(2 + seconds);
  },
);

test.skipIf(!postgres)(
  'a join that was answered 503 because a table was locked is not stored when the lock is gone',
  async () => {
    const url = (await postgres?.createDatabase()) ?? '';
    const server = await start({ DATABASE_URL: url });
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
