import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readMigrations } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open-database.ts';
import { sharedPostgres } from '../support/databases.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { makeServerFolder, removeFolder, startServer } from './start-server.ts';
import { storedSourcesIn } from './stored-sources.ts';
import { staticHost, waitlistContract } from './waitlist-contract.ts';

const postgres = await sharedPostgres();
const pooler = postgres && (await startPgBouncer(postgres.url));

if (!postgres || !pooler) {
  test.skip('through PgBouncer: skipped, this machine has no PgBouncer or no PostgreSQL', () => {});
} else {
  const folder = await makeServerFolder();
  const key = 'sb_publishable_bukoor_local';
  const settings = {
    DATABASE_URL: pooler.url,
    ALLOWED_ORIGINS: staticHost,
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
  };
  // Both find an empty database and migrate it at the same time.
  const servers = await Promise.all([startServer(folder, settings), startServer(folder, settings)]);
  const [first, second] = servers;
  const database = await openDatabase({ databaseUrl: pooler.url, dataDir: folder });
  afterAll(async () => {
    await database.close();
    await Promise.all(servers.map((server) => server.stop('SIGTERM')));
    await pooler.stop();
    await removeFolder(folder);
  });

  waitlistContract({
    name: 'two servers through PgBouncer in transaction mode',
    urls: [first.url, second.url],
    key,
    calls: ['function', 'procedure'],
    storedSources: (email) => storedSourcesIn(database, email),
  });

  test('through PgBouncer ten pools that open together on an empty database migrate it once', async () => {
    const url = new URL(pooler.url);
    url.pathname = new URL(await postgres.createDatabase()).pathname;
    const open = () => openDatabase({ databaseUrl: url.href, dataDir: folder });
    const databases = await Promise.all(Array.from({ length: 10 }, open));
    const [row] = (await databases[0]?.query<{ times: number }>(
      'select count(*)::int as times from supabase_migrations.schema_migrations',
    )) ?? [{ times: 0 }];
    expect(row?.times).toBe(readMigrations().length);
    await Promise.all(databases.map((one) => one.close()));
  });

  test('through PgBouncer 2,000 joins at once share three connections, and each is stored', async () => {
    const names = Array.from({ length: 2000 }, (_, turn) => `wanders${turn}@pooled.example`);
    const joins = names.map(async (email, turn) => {
      const { url } = turn % 2 ? first : second;
      const response = await retryWhileBusy(() =>
        fetch(`${url}/rest/v1/rpc/add_to_waitlist`, {
          method: 'POST',
          headers: {
            apikey: key,
            'content-type': 'application/json',
            'x-forwarded-for': `10.${turn >> 8}.${turn & 255}.1`,
          },
          body: JSON.stringify({ user_email: email, entry_source: 'Masjid' }),
        }),
      );
      expect(await response.json()).toEqual({ success: true });
    });
    await Promise.all(joins);
    const rows = await database.query<{ email: string }>(
      "select email from waitlist.entries where email like '%@pooled.example'",
    );
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set(names));

    // Asked directly, not through the pooler: the connections of both servers and of this test share its few.
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const { rows: counted } = await client.query<{ now: number }>(
      "select count(*)::int as now from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    await client.end();
    expect(counted[0]?.now).toBeLessThanOrEqual(3);
  });
}
