import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type PrivatePostgres, startPostgres } from './postgres.ts';
import { withClient } from './postgres-client.ts';
import { noteMissing } from './skipped.ts';

/** Its releases come often; the project does not depend on it, because it has 142 MB. */
const supabaseCommand = 'supabase@3.1.0';

/**
 * What Supabase has set up before a project's owner comes: its roles, and a `postgres` that is not a superuser and owns the
 * database (its image's init scripts, PostgreSQL 15).
 */
const setUp = `
  create role postgres login createdb createrole bypassrls replication;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres with admin option;
  alter database hosted owner to postgres;
`;

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
    await client.query(setUp);
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
