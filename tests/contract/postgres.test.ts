import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { sharedPostgres } from '../support/databases.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const postgres = await sharedPostgres();

if (!postgres) {
  test.skip('two servers on one PostgreSQL: skipped, this machine has no PostgreSQL', () => {});
} else {
  const folder = await makeServerFolder();
  const key = 'sb_publishable_bukoor_local';
  const settings = {
    DATABASE_URL: postgres.url,
    ALLOWED_ORIGINS: staticHost,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
  };
  const servers = await Promise.all([startServer(folder, settings), startServer(folder, settings)]);
  const [first, second] = servers;
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder });
  afterAll(async () => {
    await database.close();
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await removeFolder(folder);
  });

  waitlistContract({
    name: 'two servers on one PostgreSQL',
    urls: [first.url, second.url],
    key,
    calls: ['function', 'procedure'],
    storedSources: (email) => storedSourcesIn(database, email),
  });

  test('two servers on one PostgreSQL share the limits: a client gets no more tries from two than from one', async () => {
    const tries = Array.from({ length: 300 }, async (_, turn) => {
      const server = turn % 2 === 0 ? first : second;
      const response = await retryWhileBusy(() =>
        fetch(`${server.url}/rest/v1/rpc/add_to_waitlist`, {
          method: 'POST',
          headers: { apikey: key, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
          body: JSON.stringify({ user_email: `hall${turn}@example.org`, entry_source: 'Masjid' }),
        }),
      );
      expect(response.status).toBe(200);
      return response.json();
    });
    const answers = await Promise.all(tries);
    // The allowance regains one try every five seconds, and the machine may be busy.
    const joined = answers.filter(({ success }) => success).length;
    expect(joined).toBeGreaterThanOrEqual(120);
    expect(joined).toBeLessThan(140);
    const refused = answers.filter(({ success }) => !success);
    for (const answer of refused)
      expect(answer).toEqual({ success: false, error: expect.stringMatching(/\.$/) });
  });
}
