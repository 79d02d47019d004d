import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';

/**
 * Makes the roles of a Supabase project, as its own images make them: a `postgres` that is no superuser and owns the database,
 * and the three that PostgREST, as `authenticator`, takes on. One statement; roles belong to the whole cluster, and those that
 * are there stay as they are.
 */
export const supabaseRoles = `do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('postgres', 'login createdb createrole replication bypassrls'), ('anon', 'nologin noinherit'),
    ('authenticated', 'nologin noinherit'), ('service_role', 'nologin noinherit bypassrls'),
    ('authenticator', 'login noinherit')) as roles (name, attributes)
  loop
    begin
      execute format('create role %I %s', wanted.name, wanted.attributes);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
  grant anon, authenticated, service_role to authenticator;
end $$`;

/** Opens a database that has been migrated where Supabase's roles were there before, as on a hosted project. */
export async function openWithSupabaseRoles(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  for (const statement of [
    supabaseRoles,
    'drop function public.add_to_waitlist',
    'drop schema waitlist cascade',
    'drop schema supabase_migrations cascade',
  ])
    await database.query(statement);
  await database.close();
  return openDatabase(options);
}
