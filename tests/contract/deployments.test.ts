import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { localAnonKey } from '../../server/setting-fields.ts';
import { openForCommand, openForServer } from '../../waitlist/list/open-list.ts';
import { sharedPostgres } from '../support/databases.ts';
import { storedInPostgres } from '../support/entries.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { postJoin, type ServerProcess, storedSourcesIn } from '../support/start-server.ts';
import { serverFolder, serverOfTests } from '../support/test-server.ts';
import { linksContract } from './links-contract.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const folder = await serverFolder('data');
const calls = ['function', 'procedure'] as const;
const siteUrl = 'https://bukoor.example';
const settings = { SITE_URL: siteUrl, ALLOWED_ORIGINS: staticHost, LOG_LEVEL: 'silent', TRUST_PROXY: '1' };
const postgres = await sharedPostgres();
const pooler = postgres && (await startPgBouncer(await postgres.createDatabase()));
afterAll(() => pooler?.stop());

const key = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.an-older-key_in-the-form-of-a-JWT';
const embedded = await serverOfTests(folder, { ...settings, BACKEND_ANON_KEY: key });
const embeddedList = await openForCommand({ dataDir: `${folder}/data` });
afterAll(embeddedList.close);
waitlistContract({
  name: 'one server on its embedded database',
  urls: [embedded.url],
  key,
  calls,
  storedSources: (email) => storedSourcesIn(embeddedList, email),
});

linksContract({
  name: 'one server on its embedded database, links of a static host',
  url: `${embedded.url}/functions/v1/waitlist-links`,
  siteUrl,
  database: embeddedList,
});

/** Too much at once, and a request that came too slowly, as happens to one of thousands on a busy machine. */
const busy = [503, 408];

// Through a pooler in transaction mode, because what works there works without one; other tests have PostgreSQL itself.
describe.runIf(pooler)('two servers on one PostgreSQL, through PgBouncer', async () => {
  if (!pooler) return;
  const databaseUrl = pooler.url;
  // They find an empty database and migrate it at the same time.
  const servers = await Promise.all(
    [1, 2].map(() => serverOfTests(folder, { ...settings, DATABASE_URL: databaseUrl })),
  );
  const database = await openForServer({ databaseUrl, dataDir: folder });
  afterAll(database.close);
  const [first, second] = servers as [ServerProcess, ServerProcess];
  waitlistContract({
    name: 'two servers',
    urls: [first.url, second.url],
    key: localAnonKey,
    calls,
    storedSources: (email) => storedSourcesIn(database, email),
  });

  test('they share the limits: a client gets no more tries from two than from one', async () => {
    // Each is sent to the servers in turn, until one is not too busy.
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, turn) => {
        const email = `hall${turn}@example.org`;
        for (;;) {
          const from = { 'x-forwarded-for': '203.0.113.77' };
          const response = await postJoin(turn % 2 ? second : first, email, from);
          // Node itself answers 408, without a body.
          const answer = await response.text();
          if (!busy.includes(response.status)) return { email, answer: JSON.parse(answer) };
          await wait(100);
        }
      }),
    );
    const joined = answers.filter(({ answer }) => answer.success);
    // The allowance regains one try every five seconds, and the machine may be busy.
    expect(joined.length).toBeGreaterThanOrEqual(120);
    expect(joined.length).toBeLessThan(140);
    const stored = await storedInPostgres(databaseUrl);
    expect(joined.filter(({ email }) => !stored.has(email))).toEqual([]);
  });
});
