import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { type PrivatePostgres, startPostgres, withClient } from './postgres.ts';
import { noteMissing } from './skipped.ts';

/** Its releases come often; the project does not depend on it, because it has 142 MB. */
const supabaseCommand = 'supabase@3.1.0';

/**
 * Makes the roles of a Supabase project, as its own images make them: a `postgres` that is no superuser and owns the database,
 * and the three that PostgREST, as `authenticator`, takes on. One statement; roles belong to the whole cluster, and those that
 * are there stay as they are.
 */
const supabaseRoles = `do $$
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

/** Each new table and function of the public schema is everybody's, as there. */
const defaultPrivileges = `
  grant usage on schema public to anon, authenticated, service_role;
  grant all on schema public to postgres;
  alter default privileges for role postgres in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on functions to anon, authenticated, service_role;
`;

export interface SupabasePostgres extends PrivatePostgres {
  /** Of the database, as its owner `postgres`, who is no superuser. */
  ownerUrl: string;
}

/** Runs the real command of Supabase. Returns all it printed; throws with that when it fails. */
export async function supabase(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('npx', ['--yes', supabaseCommand, ...args], {
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

/**
 * Starts a PostgreSQL that is set up as Supabase's, and has the migrations applied by `supabase db push`.
 * Returns undefined, with a note, where PostgreSQL or the command cannot be had; throws in CI.
 */
export async function startSupabasePostgres(): Promise<SupabasePostgres | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const hosted = await postgres.createDatabase('hosted');
  await withClient(hosted, async (client) => {
    await client.query(supabaseRoles);
    await client.query('grant anon, authenticated, service_role to postgres with admin option');
    await client.query('alter database hosted owner to postgres');
    await client.query(defaultPrivileges);
  });
  const ownerUrl = hosted.replace('tester@', 'postgres@');
  const isThere = await supabase('--version').catch(() => undefined);
  if (!isThere) {
    await postgres.stop();
    noteMissing(
      `Skipped: a database as Supabase sets it up. npm has no ${supabaseCommand} here, which applies the migrations.`,
    );
    return undefined;
  }
  await supabase('db', 'push', `--remote=${ownerUrl}`, '--yes');
  return { ...postgres, ownerUrl };
}

/** Opens a database that has been migrated where Supabase's roles were there before, as on a hosted project. */
export async function openWithSupabaseRoles(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  for (const statement of [
    supabaseRoles,
    'drop function public.add_to_waitlist, public.waitlist_client',
    'drop schema waitlist cascade',
    'drop schema supabase_migrations cascade',
  ])
    await database.query(statement);
  await database.close();
  return openDatabase(options);
}
