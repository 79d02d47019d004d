import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { bothDatabases } from '../support/databases.ts';
import { openWithSupabaseRoles } from '../support/supabase.ts';

const { places } = await bothDatabases();
const databases = await Promise.all(
  places.map(async ({ kind, options }) => ({
    kind,
    options,
    database: await openWithSupabaseRoles(options),
  })),
);
afterAll(() => Promise.all(databases.map(({ database }) => database.close())));
const roles = ['anon', 'authenticated', 'service_role'] as const;
const denied = '42501';

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

/** The outcome of a statement run by a role: 'allowed', or PostgreSQL's error code. */
async function asRole(database: Database, role: string, statement: string): Promise<string | undefined> {
  // One statement, so that a pool cannot run its parts on different connections.
  const [row] = await database.query<{ outcome: string }>('select tests_as_role($1, $2) as outcome', [
    role,
    statement,
  ]);
  return row?.outcome;
}

test.for(databases)(
  '$kind: anon may execute only add_to_waitlist and waitlist_client, and the other roles no function',
  async ({ database }) => {
    const functions = await database.query<{ name: string }>(
      "select oid::regprocedure::text as name from pg_proc where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace) and proname <> 'tests_as_role'",
    );
    expect(functions.length).toBeGreaterThan(8);
    for (const role of roles) {
      const allowed = await database.query<{ name: string }>(
        'select name from unnest($1::text[]) as name where has_function_privilege($2, name, $3) order by name',
        [functions.map(({ name }) => name), role, 'execute'],
      );
      const names = role === 'anon' ? ['add_to_waitlist(text,text)', 'waitlist_client()'] : [];
      expect(allowed, role).toEqual(names.map((name) => ({ name })));
    }
    expect(await asRole(database, 'anon', "select add_to_waitlist('new@access.example', 'cta')")).toBe(
      'allowed',
    );
    for (const statement of [
      "select waitlist.join_batch(array['x@access.example'], array['cta'], array[null], array[null])",
      "set local search_path = waitlist; select join_batch(array['x@access.example'], array['cta'], array[null], array[null])",
    ])
      expect(await asRole(database, 'anon', statement), statement).toMatch(/^(42501|42883)$/);
  },
);

test.for(databases)('$kind: no role reads, writes, changes or empties any table', async ({ database }) => {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('waitlist', 'public', 'supabase_migrations')",
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const role of roles) {
    for (const { name } of tables) {
      for (const statement of [
        `select * from ${name}`,
        `select count(*) from ${name}`,
        `insert into ${name} default values`,
        `delete from ${name}`,
        `truncate ${name}`,
        `lock table ${name} in share mode`,
      ])
        expect(await asRole(database, role, statement), `${role}: ${statement}`).toBe(denied);
    }
  }
});

test.for(databases)(
  '$kind: every table has row-level security and a primary key, and every function finds no type or name in pg_temp first',
  async ({ database }) => {
    const without = await database.query(
      `select proname as name from pg_proc
        where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace) and proname <> 'tests_as_role'
          and not 'search_path=pg_catalog, pg_temp' = any (coalesce(proconfig, '{}'))
       union all
       select relname from pg_class
        where relkind = 'r' and not relrowsecurity
          and relnamespace in (select oid from pg_namespace where nspname in ('waitlist', 'public', 'supabase_migrations'))
       union all
       select relname from pg_class
        where relkind = 'r' and relnamespace = 'waitlist'::regnamespace
          and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`,
    );
    expect(without).toEqual([]);
    expect(
      await database.query('select proname as name from pg_proc where prosecdef order by proname'),
    ).toEqual([{ name: 'add_to_waitlist' }, { name: 'waitlist_client' }]);
  },
);

test.for(databases)(
  '$kind: add_to_waitlist answers alike for new, known and left addresses',
  async ({ database }) => {
    await database.query("select add_to_waitlist('gone@access.example', 'cta')");
    await database.query(
      "update waitlist.entries set state = 'left' where canonical = 'gone@access.example'",
    );
    const answerTo = async (email: string | null) =>
      (await database.query<{ answer: object }>('select add_to_waitlist($1, $1) as answer', [email]))[0]
        ?.answer;
    expect(await answerTo(null)).toEqual({
      success: false,
      error: 'That does not look like a complete email address. Check it and try again.',
    });
    for (const email of ['fresh@access.example', 'first@access.example', 'gone@access.example'])
      expect(await database.query('select add_to_waitlist($1, $2) as answer', [email, 'cta'])).toEqual([
        { answer: { success: true } },
      ]);
  },
);

test.for(databases)(
  '$kind: add_to_waitlist counts the hop that stands before as many proxies as the settings say',
  async ({ database }) => {
    const asked = async (headers: object) => {
      const [row] = await database.query<{ client: string | null }>(
        "select host(waitlist.client_of_request()) as client from (select set_config('request.headers', $1, true)) as _",
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
