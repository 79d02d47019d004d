import { expect } from 'vitest';
import { addressForms } from '../support/address-forms.ts';
import { openBothLists } from '../support/databases.ts';
import { openWithSupabaseRoles } from '../support/supabase.ts';

const { test } = await openBothLists(openWithSupabaseRoles);
const roles = ['anon', 'authenticated', 'service_role'];

test('anon may execute only add_to_waitlist and waitlist_client, and the other roles no function', async (database) => {
  const functions = `pg_proc where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace)`;
  expect((await database.query(`select from ${functions}`)).length).toBeGreaterThan(8);
  const allowed = await database.query(
    `select role, proname as name from unnest($1::text[]) as role,
       lateral (select oid, proname from ${functions} and has_function_privilege(role, oid, 'execute')) as functions order by name`,
    [roles],
  );
  expect(allowed).toEqual([
    { role: 'anon', name: 'add_to_waitlist' },
    { role: 'anon', name: 'waitlist_client' },
  ]);
});

test('no role reads, writes, changes or empties any table or column', async (database) => {
  const tables = `pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and relnamespace in (select oid from pg_namespace where nspname in ('waitlist', 'public', 'supabase_migrations'))`;
  expect((await database.query(`select from ${tables}`)).length).toBeGreaterThan(8);
  const allowed = await database.query(
    `select role, name from unnest($1::text[]) as role, lateral (
       select oid::regclass::text as name from ${tables} and relkind <> 'S'
         and (has_table_privilege(role, oid, 'select, insert, update, delete, truncate, references, trigger')
           or has_any_column_privilege(role, oid, 'select, insert, update, references'))
       union all
       select oid::regclass::text from ${tables} and relkind = 'S' and has_sequence_privilege(role, oid, 'usage, select, update')
       union all
       select nspname from pg_namespace where nspname in ('waitlist', 'supabase_migrations')
         and has_schema_privilege(role, oid, 'usage, create')) as reached`,
    [roles],
  );
  expect(allowed).toEqual([]);
});

test('every table has row-level security, and no function looks into pg_temp first', async (database) => {
  const without = await database.query(
    `select proname as name from pg_proc
      where pronamespace in ('waitlist'::regnamespace, 'public'::regnamespace)
        and not 'search_path=pg_catalog, pg_temp' = any (coalesce(proconfig, '{}'))
     union all
     select relname from pg_class
      where relkind = 'r' and not relrowsecurity
        and relnamespace in (select oid from pg_namespace where nspname in ('waitlist', 'public', 'supabase_migrations'))`,
  );
  expect(without).toEqual([]);
  expect(
    await database.query('select proname as name from pg_proc where prosecdef order by proname'),
  ).toEqual([{ name: 'add_to_waitlist' }, { name: 'waitlist_client' }]);
});

test('a migration that gives add_to_waitlist another input shuts it by close_access', async (database) => {
  // The error undoes it all; its code says that everything before was so.
  const asExpected = '22023';
  const changed = database.query(`do $$
    begin
      drop function public.add_to_waitlist(text, text);
      create function public.add_to_waitlist(email text, source text, city text default null) returns void language sql as '';
      perform waitlist.close_access();
      assert has_function_privilege('anon', 'public.add_to_waitlist(text, text, text)', 'execute');
      assert not has_function_privilege('authenticated', 'public.add_to_waitlist(text, text, text)', 'execute');
      raise exception using errcode = '${asExpected}';
    end $$`);
  await expect(changed).rejects.toMatchObject({ code: asExpected });
});

test('add_to_waitlist counts the hop that stands before as many proxies as the settings say', async (database) => {
  const counted = async (hops?: string) => {
    const [row] = await database.query<{ client: string | null }>(
      "select host(waitlist.client_of_request()) as client from (select set_config('request.headers', $1, true)) as _",
      [JSON.stringify({ 'x-forwarded-for': hops })],
    );
    return row?.client;
  };
  expect(await counted('6.6.6.6, 192.0.2.1, 10.0.0.1')).toBe('192.0.2.1');
  expect(await counted('::ffff:192.0.2.3, 10.0.0.1')).toBe('192.0.2.3');
  expect(await counted('rubbish, 10.0.0.1')).toBeNull();
  expect(await counted('192.0.2.1'), 'the leftmost of fewer').toBe('192.0.2.1');
  expect(await counted()).toBeNull();
  await database.query('update waitlist.settings set hosted_proxies = 1');
  expect(await counted('6.6.6.6, 192.0.2.2')).toBe('192.0.2.2');
  // As the server counts them, and the function, whose peer is the leftmost.
  for (const [written, address] of addressForms)
    expect(await counted(written), written).toBe(address === '' ? null : address);
  expect(await counted('192.0.2.3, rubbish'), 'the leftmost, for no address').toBe('192.0.2.3');
});
