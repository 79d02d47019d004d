import { Hono } from 'hono';
import { connectPostgres } from '../../../database/postgres.ts';
import { apiKey, parseOrigins } from '../../../server/cross-origin.ts';
import { clientAddress, requestLog, responseHeaders, setRequestId } from '../../../server/middleware.ts';
import { type AppEnv, errorHandler, type Logger } from '../../../server/responses.ts';
import { createSupabaseApi } from '../../../server/supabase-api.ts';
import { parseHosts, type Trust } from '../../../system/encryption.ts';
import { createJoin } from '../../../waitlist/join.ts';

/** The parts of Deno that are used here; the product is checked with Node's types, which do not include them. */
interface DenoRuntime {
  env: { get(name: string): string | undefined };
  serve(answer: (request: Request) => Response | Promise<Response>): unknown;
}
const deno = (globalThis as unknown as { Deno: DenoRuntime }).Deno;

/** The first of these secrets that is set: our own comes first; the others Supabase sets in every function. */
function setting(...names: string[]): string {
  const found = names.map((name) => deno.env.get(name)).find((value) => value !== undefined && value !== '');
  if (found === undefined) throw new Error(`The function needs the secret ${names.join(' or ')}.`);
  return found;
}

const line = (level: string) => (facts: object, message: string) =>
  // biome-ignore lint/suspicious/noConsole: a function's log is its console.
  console.log(JSON.stringify({ level, msg: message, ...facts }));
const log: Logger = { debug: () => {}, info: line('info'), warn: line('warn'), error: line('error') };

/** Supabase's own authority signs the certificate of its database, and no usual list of authorities has it. */
const trust: Trust = {
  privateHosts: parseHosts(deno.env.get('PRIVATE_HOSTS') ?? '') ?? [],
  certificates: deno.env.get('CA_CERTIFICATE'),
};

/**
 * A function's process is small and short-lived, and a project's connections are few. The schema comes from
 * `supabase db push`: a function contains no migrations.
 */
const database = connectPostgres({
  databaseUrl: setting('WAITLIST_DATABASE_URL', 'SUPABASE_DB_URL'),
  maxConnections: 2,
  trust,
});
const join = createJoin({ database });

/** How many proxies Supabase puts in front: one setting for this function and the procedure, read once in this process. */
let proxies: number | undefined;
const statement = 'select hosted_proxies as count from waitlist.settings';
const countProxies = async () =>
  (proxies ??= (await database.query<{ count: number }>(statement))[0]?.count ?? 1);

/** They include the site's own origin, which nothing else names here. */
const allowedOrigins = parseOrigins(setting('ALLOWED_ORIGINS'));
if (!allowedOrigins)
  throw new Error('ALLOWED_ORIGINS must be origins such as https://example.org, with commas between them.');

const key = setting('BACKEND_ANON_KEY', 'SUPABASE_ANON_KEY');
/** Supabase's gateway removes the first part of the path; a self-hosted runtime does not. */
const paths = { '/enhanced-waitlist': 'function', '/functions/v1/enhanced-waitlist': 'function' } as const;

const app = new Hono<AppEnv>();
app.use(responseHeaders({}), setRequestId(true), requestLog(log, undefined));
// Not for a preflight, which must not wait for the database.
app.on(['GET', 'POST'], '*', clientAddress(countProxies));
app.onError(errorHandler(log));
// A server of the owner's sends the emails (deploy/supabase.md); this function cannot know whether it runs.
app.route(
  '/',
  createSupabaseApi({ join, siteUrl: undefined, allowedOrigins, key, paths, sendsEmails: true }),
);
// Tells a caller the address that the limits count him by, and nothing else: a wrong hosted_proxies is found by it (doctor).
for (const path of Object.keys(paths))
  app.get(`${path}/client`, apiKey(key), (c) => c.json(c.get('clientAddress')));

// Supabase's runtime says 0.0.0.0 of every caller. Where fewer proxies than counted have named one, the first of them is the visitor.
deno.serve((request) => app.fetch(request, { peer: request.headers.get('x-forwarded-for')?.split(',')[0] }));
