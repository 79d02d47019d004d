import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { Hono, type HonoRequest } from 'hono';
import { cors } from 'hono/cors';
import { proxy } from 'hono/proxy';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import type { FunctionName } from '../../server/function-settings.ts';
import { openForServer } from '../../waitlist/list/open-list.ts';
import { listen } from './network.ts';
import { startPostgres, withClient } from './postgres.ts';
import { startProcess } from './processes.ts';
import { noteMissing } from './skipped.ts';

/** Its releases come often; the project does not depend on it, because it has 142 MB. */
const supabaseCommand = 'supabase@3.1.0';

/**
 * Makes the roles of a Supabase project in one statement, as its own images make them: a `postgres` that is no superuser and owns
 * the database (PGlite has one, which stays as it is), and the three that PostgREST, as `authenticator`, takes on.
 */
const supabaseRoles = `do $$
begin
  if to_regrole('postgres') is null then
    create role postgres login createdb createrole replication bypassrls;
  end if;
  if to_regrole('anon') is null then
    create role anon nologin noinherit;
    create role authenticated nologin noinherit;
    create role service_role nologin noinherit bypassrls;
    create role authenticator login noinherit;
    grant anon, authenticated, service_role to authenticator;
  end if;
end $$`;

/** As on Supabase, everybody may use each new table and function of the public schema. */
const defaultPrivileges = `
  grant usage on schema public to anon, authenticated, service_role;
  grant all on schema public to postgres;
  alter default privileges for role postgres in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on functions to anon, authenticated, service_role;
`;

/** What `findSupabase` has found. */
let supabaseFile: Promise<string> | undefined;

/** The file of Supabase's command, which npm fetches where it is missing. To start the command by npm each time costs 0.8 s more. */
function findSupabase(): Promise<string> {
  const find = ['--yes', '--package', supabaseCommand, '--call', 'command -v supabase'];
  supabaseFile ??= promisify(execFile)('npx', find).then(({ stdout }) => stdout.trim());
  return supabaseFile;
}

/** Runs the real command of Supabase. Returns all it printed; throws with that when it fails. */
export async function supabase(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [await findSupabase(), ...args], {
    env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

/** Starts a PostgreSQL that is set up as Supabase's, and has the migrations applied by `supabase db push`. */
async function startSupabasePostgres() {
  const postgres = await startPostgres(['IP:127.0.0.1']);
  if (!postgres) return undefined;
  const hosted = await postgres.createDatabase('hosted');
  await withClient(hosted, async (client) => {
    await client.query(supabaseRoles);
    await client.query('grant anon, authenticated, service_role to postgres with admin option');
    await client.query('alter database hosted owner to postgres');
    await client.query(defaultPrivileges);
  });
  /** Of the database, as its owner `postgres`, who is no superuser. */
  const ownerUrl = hosted.replace('tester@', 'postgres@');
  await supabase('db', 'push', `--remote=${ownerUrl}`, '--yes');
  return { ...postgres, ownerUrl };
}

/** The version of Supabase's edge runtime: later ones have globals that it lacks. npm has no complete one to lock. */
const denoPackage = 'deno@2.1.4';

/** The key that the function asks its callers for. */
export const hostedKey = 'sb_publishable_of_a_hosted_project';

/** The secret that calls the mail function. */
export const mailFunctionKey = 'a-long-secret-of-the-function-that-sends';

/** Runs a function as Supabase's runtime does, with its secrets and access to network and environment. */
async function startFunction(deno: string, name: FunctionName, secrets: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const access = ['--allow-net', '--allow-env', '--cached-only', '--node-modules-dir=manual'];
  const configuration = `--config=supabase/functions/${name}/deno.json`;
  const args = ['run', ...access, configuration, 'tests/support/edge-runtime.ts', name];
  const env = { PATH, HOME, NO_COLOR: '1', ...secrets };
  const { child, stop, until } = startProcess(deno, args, { env });
  const [, url = ''] = await until(/Listening on (http:\/\/127\.0\.0\.1:\d+)\D/);
  /** The processor time so far, in user mode and in the kernel. The system counts it in ticks of 10 ms. */
  const processorSeconds = () => {
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .split(' ')
      .slice(2);
    return (Number(user) + Number(system)) / 100;
  };
  return { stop, url, processorSeconds };
}

/**
 * Starts a hosted project as far as it runs here: its functions on the Deno of Supabase's runtime, beside a PostgreSQL that is
 * set up as Supabase's, and a gateway before them. Returns undefined, with a note, where one of them cannot be had; throws in CI.
 * @param siteUrl of the site, whose pages may call the functions
 * @param functions those that run
 * @param mail the secrets of the function that sends; `authority` is that of its mail server
 */
export async function startHostedSupabase(
  siteUrl: string,
  functions: readonly FunctionName[] = ['enhanced-waitlist'],
  { authority: mailAuthority = '', ...mail }: Record<string, string> = {},
) {
  // Deno itself and not the package's command, which would start it as a process of its own: so one signal ends it.
  const findPath = ['--yes', denoPackage, 'eval', 'console.log(Deno.execPath())'];
  const found = await promisify(execFile)('npx', findPath).catch(() => undefined);
  const isThere = await findSupabase().catch(() => undefined);
  if (!found || !isThere) {
    noteMissing(`Skipped: a hosted Supabase. npm has no ${denoPackage} or no ${supabaseCommand} here.`);
    return undefined;
  }
  const postgres = await startSupabasePostgres();
  if (!postgres) return undefined;
  const { ownerUrl, url: postgresUrl, authority = '' } = postgres;
  const deno = found.stdout.trim();
  const secrets = {
    // On loopback it would be reached without TLS.
    SUPABASE_DB_URL: `${ownerUrl}?sslmode=verify-full`,
    CA_CERTIFICATE: authority + mailAuthority,
    BACKEND_ANON_KEY: hostedKey,
    SITE_URL: siteUrl,
  };
  const running = new Map<string, Awaited<ReturnType<typeof startFunction>>>();

  /** Calls a function of the public schema as PostgREST does, with its parameters by name. */
  const callProcedure = (name: string, parameters: object, hops: string) =>
    withClient(ownerUrl.replace('postgres@', 'authenticator@'), async (client) => {
      await client.query('begin; set local role anon');
      const headers = JSON.stringify({ 'x-forwarded-for': hops });
      await client.query("select set_config('request.headers', $1, true)", [headers]);
      const names = Object.keys(parameters).map((key, index) => `${key} => $${index + 1}`);
      const call = `select public.${name}(${names.join()}) as answer`;
      const { rows } = await client.query(call, Object.values(parameters));
      await client.query('commit');
      return rows[0].answer;
    });

  const hopsOf = (request: HonoRequest) => `${request.header('x-forwarded-for')}, 203.0.113.9, 10.0.0.1`;
  const gateway = new Hono();
  gateway.use('/rest/*', cors());
  gateway.all('/functions/v1/*', ({ req }) => {
    const edge = running.get(req.path.split('/')[3] ?? '');
    if (!edge) return new Response('{"code":"NOT_FOUND"}', { status: 404 });
    const { search } = new URL(req.url);
    return proxy(`${edge.url}${req.path}${search}`, {
      raw: req.raw,
      redirect: 'manual',
      headers: { ...req.header(), 'x-forwarded-for': hopsOf(req) },
    });
  });
  gateway.on(['GET', 'POST'], '/rest/v1/rpc/:name', async (c) => {
    const parameters = c.req.method === 'POST' ? await c.req.json() : {};
    return c.json(await callProcedure(c.req.param('name'), parameters, hopsOf(c.req)));
  });
  const server = createAdaptorServer({ fetch: gateway.fetch });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const start = (name: FunctionName, changed: Record<string, string> = {}) =>
    startFunction(deno, name, {
      ...secrets,
      VITE_BACKEND_URL: url,
      MAIL_FUNCTION_KEY: mailFunctionKey,
      ...mail,
      ...changed,
    });
  for (const name of functions) running.set(name, await start(name));
  return {
    ownerUrl,
    postgresUrl,
    callProcedure,
    /** Of a function itself, without the gateway before it. */
    urlOf: (name: FunctionName) => running.get(name)?.url ?? '',
    /** Starts a function once more, with other secrets. The caller stops it. */
    start,
    /** Of the gateway before both doors: it adds the address that called it and its own, as two proxies do. */
    url,
    async stop() {
      server.close();
      for (const { stop } of running.values()) await stop();
      await postgres.stop();
    },
  };
}

/** Opens a database that has been migrated where Supabase's roles were there before, as on a hosted project. */
export async function openWithSupabaseRoles(options: DatabaseOptions): Promise<Database> {
  const database = await openForServer(options);
  for (const statement of [
    supabaseRoles,
    'drop function public.add_to_waitlist, public.waitlist_client',
    'drop schema waitlist cascade',
    'drop schema supabase_migrations cascade',
  ])
    await database.query(statement);
  await database.close();
  return openForServer(options);
}
