import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase, openDatabaseForTools } from '../../database/open-database.ts';
import { localAnonKey } from '../../server/settings.ts';
import { sharedPostgres } from '../support/databases.ts';
import { storedInPostgres } from '../support/entries.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { postJoin, type ServerProcess, storedSourcesIn } from './start-server.ts';
import { serverFolder, serverOfTests } from './test-server.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const folder = await serverFolder('data');
const calls = ['function', 'procedure'] as const;
const settings = { ALLOWED_ORIGINS: staticHost, LOG_LEVEL: 'silent', TRUST_PROXY: '1' };
const postgres = await sharedPostgres();
const pooler = postgres && (await startPgBouncer(await postgres.createDatabase()));
afterAll(() => pooler?.stop());

const key = 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.an-older-key_in-the-form-of-a-JWT';
const embedded = await serverOfTests(folder, { ...settings, BACKEND_ANON_KEY: key });
const embeddedList = await openDatabaseForTools({ dataDir: `${folder}/data` });
afterAll(embeddedList.close);
waitlistContract({
  name: 'one server on its embedded database',
  urls: [embedded.url],
  key,
  calls,
  storedSources: (email) => storedSourcesIn(embeddedList, email),
});

/** Too much at once, and a request that came too slowly, as happens to one of thousands on a busy machine. */
const busy = [503, 408];

const numbers = (count: number) => Array.from({ length: count }, (_, turn) => turn);

// Through a pooler in transaction mode, because what works there works without one; other tests have PostgreSQL itself.
describe.runIf(pooler)('two servers on one PostgreSQL, through PgBouncer', async () => {
  if (!pooler) return;
  const databaseUrl = pooler.url;
  // They find an empty database and migrate it at the same time.
  const servers = await Promise.all(
    numbers(2).map(() => serverOfTests(folder, { ...settings, DATABASE_URL: databaseUrl })),
  );
  const database = await openDatabase({ databaseUrl, dataDir: folder });
  afterAll(database.close);
  const [first, second] = servers as [ServerProcess, ServerProcess];
  waitlistContract({
    name: 'two servers',
    urls: [first.url, second.url],
    key: localAnonKey,
    calls,
    storedSources: (email) => storedSourcesIn(database, email),
  });

  /** Each is sent to the servers in turn, until one is not too busy. */
  const joinAll = (joins: { email: string; from: string }[]) =>
    Promise.all(
      joins.map(async ({ email, from }, turn) => {
        for (;;) {
          const response = await postJoin(turn % 2 ? second : first, email, { 'x-forwarded-for': from });
          // Node itself answers 408, without a body.
          const answer = await response.text();
          if (!busy.includes(response.status)) return JSON.parse(answer);
          await wait(100);
        }
      }),
    );

  test('they share the limits: a client gets no more tries from two than from one', async () => {
    const answers = await joinAll(
      numbers(300).map((turn) => ({ email: `hall${turn}@example.org`, from: '203.0.113.77' })),
    );
    const refused = answers.filter(({ success }) => !success);
    // The allowance regains one try every five seconds, and the machine may be busy.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(120);
    expect(answers.length - refused.length).toBeLessThan(140);
    for (const answer of refused)
      expect(answer).toEqual({ success: false, error: expect.stringMatching(/\.$/) });
  });

  test('2,000 joins at once through three connections are each stored', async () => {
    const joins = numbers(2000).map((turn) => ({
      email: `wanders${turn}@pooled.example`,
      from: `10.${turn >> 8}.${turn & 255}.1`,
    }));
    for (const answer of await joinAll(joins)) expect(answer).toEqual({ success: true });
    const stored = await storedInPostgres(databaseUrl);
    expect(joins.filter(({ email }) => !stored.has(email))).toEqual([]);
  });
});
