import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { bothDatabases } from '../support/databases.ts';
import { openWithSupabaseRoles } from '../support/supabase.ts';

const { places } = await bothDatabases();
const databases = await Promise.all(
  places.map(async ({ kind, options }) => ({ kind, database: await openWithSupabaseRoles(options) })),
);
afterAll(() => Promise.all(databases.map(({ database }) => database.close())));
const roles = ['anon', 'authenticated', 'service_role'] as const;
const denied = '42501';

/** The outcome of a statement run by a role: 'allowed', or PostgreSQL's error code. */
async function asRole(database: Database, role: string, statement: string): Promise<string> {
  // One statement, so that a pool cannot run its parts on different connections.
  const [row] = await database.query<{ outcome: string }>('select tests_as_role($1, $2) as outcome', [
    role,
    statement,
  ]);
  return row?.outcome ?? 'no answer';
}

for (const { database } of databases) {
  await database.query(`create function tests_as_role(role_name text, statement text) returns text language plpgsql as $$
    begin
      execute format('set local role %I', role_name);
      execute statement;
      reset role;
      return 'allowed';
    exception when others then
      reset role;
      return sqlstate;
    end $$`);
  await database.query("select add_to_waitlist('first@access.example', 'cta')");
}

async function everything(database: Database): Promise<{ tables: string[]; functions: string[] }> {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('waitlist', 'public', 'supabase_migrations')",
  );
  const functions = await database.query<{ name: string }>(
    "select oid::regprocedure::text as name from pg_proc where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace) and proname <> 'tests_as_role'",
  );
  return { tables: tables.map(({ name }) => name), functions: functions.map(({ name }) => name) };
}

test.for(databases)('$kind: anon may execute add_to_waitlist', async ({ database }) => {
  expect(await asRole(database, 'anon', "select public.add_to_waitlist('new@access.example', 'cta')")).toBe(
    'allowed',
  );
});

test.for(databases)(
  '$kind: anon may execute only add_to_waitlist and waitlist_client, and the other roles no function',
  async ({ database }) => {
    const { functions } = await everything(database);
    expect(functions).toContain('add_to_waitlist(text,text)');
    expect(functions.length).toBeGreaterThan(8);
    for (const role of roles) {
      const allowed = await database.query<{ name: string }>(
        'select name from unnest($1::text[]) as name where has_function_privilege($2, name, $3)',
        [functions, role, 'execute'],
      );
      const names = role === 'anon' ? ['add_to_waitlist(text,text)', 'waitlist_client()'] : [];
      expect(allowed.map(({ name }) => name).sort(), role).toEqual(names);
    }
  },
);

test.for(databases)('$kind: no role reads, writes, changes or empties any table', async ({ database }) => {
  const { tables } = await everything(database);
  expect(tables).toEqual(
    expect.arrayContaining([
      'waitlist.entries',
      'waitlist.rate_limits',
      'waitlist.limits',
      'waitlist.client_keys',
    ]),
  );
  for (const role of roles) {
    for (const table of tables) {
      for (const statement of [
        `select * from ${table}`,
        `select count(*) from ${table}`,
        `insert into ${table} default values`,
        `delete from ${table}`,
        `truncate ${table}`,
        `lock table ${table} in share mode`,
      ]) {
        expect(await asRole(database, role, statement), `${role}: ${statement}`).toBe(denied);
      }
    }
  }
});

test.for(databases)(
  '$kind: anon cannot reach the set function, whatever search path it brings',
  async ({ database }) => {
    for (const statement of [
      "select waitlist.join_batch(array['x@access.example'], array['cta'], array[null], array[null])",
      'select waitlist.client_key()',
      "set local search_path = waitlist; select join_batch(array['x@access.example'], array['cta'], array[null], array[null])",
    ]) {
      expect(await asRole(database, 'anon', statement), statement).toMatch(/^(42501|42883)$/);
    }
  },
);

test.for(databases)('$kind: every table has row-level security on', async ({ database }) => {
  const open = await database.query(
    `select relname from pg_class where relkind = 'r' and not relrowsecurity
        and relnamespace in (select oid from pg_namespace where nspname in ('waitlist', 'public', 'supabase_migrations'))`,
  );
  expect(open).toEqual([]);
});

test.for(databases)(
  '$kind: add_to_waitlist runs as its owner, with a search path that does not depend on the caller',
  async ({ database }) => {
    const [row] = await database.query<{ definer: boolean; settings: string[] }>(
      "select prosecdef as definer, proconfig as settings from pg_proc where proname = 'add_to_waitlist'",
    );
    expect(row).toEqual({ definer: true, settings: ['search_path=pg_catalog, pg_temp'] });
  },
);

test.for(databases)(
  '$kind: add_to_waitlist answers alike for new, known and left addresses',
  async ({ database }) => {
    await database.query("select add_to_waitlist('gone@access.example', 'cta')");
    await database.query(
      "update waitlist.entries set state = 'left' where canonical = 'gone@access.example'",
    );
    for (const email of ['fresh@access.example', 'first@access.example', 'gone@access.example']) {
      expect(await database.query('select add_to_waitlist($1, $2) as answer', [email, 'cta'])).toEqual([
        { answer: { success: true } },
      ]);
    }
    expect(await database.query('select add_to_waitlist(null, null) as answer')).toEqual([
      {
        answer: {
          success: false,
          error: 'That does not look like a complete email address. Check it and try again.',
        },
      },
    ]);
  },
);

test.for(databases)(
  '$kind: add_to_waitlist counts the hop that stands before as many proxies as the settings say',
  async ({ database }) => {
    const asked = async (headers: object) => {
      const [row] = await database.query<{ client: string | null }>(
        "select public.waitlist_client() as client from (select set_config('request.headers', $1, true)) as _",
        [JSON.stringify(headers)],
      );
      return row?.client;
    };
    expect(await asked({ 'x-forwarded-for': '6.6.6.6, 192.0.2.1, 10.0.0.1' })).toBe('192.0.2.1');
    expect(await asked({ 'x-forwarded-for': '::ffff:192.0.2.3, 10.0.0.1' })).toBe('192.0.2.3');
    expect(await asked({ 'x-forwarded-for': 'rubbish, 10.0.0.1' })).toBeNull();
    expect(await asked({ 'x-forwarded-for': '192.0.2.1' }), 'the leftmost of fewer').toBe('192.0.2.1');
    expect(await asked({})).toBeNull();
    await database.query('update waitlist.settings set hosted_proxies = 1');
    expect(await asked({ 'x-forwarded-for': '6.6.6.6, 192.0.2.2' })).toBe('192.0.2.2');
    await database.query('update waitlist.settings set hosted_proxies = default');
  },
);

test.for(databases)(
  '$kind: every function has a search path of its own, and every table a primary key',
  async ({ database }) => {
    const without = await database.query(
      `select proname as name from pg_proc
        where (pronamespace = 'waitlist'::regnamespace or proname in ('add_to_waitlist', 'waitlist_client'))
          and not coalesce(array_to_string(proconfig, ','), '') like '%search_path=%'
       union all
       select relname from pg_class
        where relkind = 'r' and relnamespace = 'waitlist'::regnamespace
          and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
    );
    expect(without).toEqual([]);
  },
);
