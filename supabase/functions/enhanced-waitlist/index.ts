import { Hono } from 'hono';
import { connectPostgres } from '../../../database/postgres.ts';
import { clientAddress, requestLog, responseHeaders, setRequestId } from '../../../server/middleware.ts';
import { parseOrigins, parseProxyCount } from '../../../server/parse-settings.ts';
import { type AppEnv, errorHandler, type Logger } from '../../../server/responses.ts';
import { createSupabaseApi } from '../../../server/supabase-api.ts';
import { createJoin } from '../../../waitlist/join.ts';

/** The parts of Deno that are used here; the product is checked with Node's types, which do not include them. */
interface DenoRuntime {
  env: { get(name: string): string | undefined };
  serve(
    options: { port: number; hostname: string; onListen?(address: { port: number }): void },
    answer: (request: Request, info: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): unknown;
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

/**
 * A function's process is small and short-lived, and a project's connections are few. The schema comes from
 * `supabase db push`: a function contains no migrations.
 */
const database = connectPostgres({
  databaseUrl: setting('WAITLIST_DATABASE_URL', 'SUPABASE_DB_URL'),
  maxConnections: 2,
});
const join = createJoin({ database });

/** Supabase puts one gateway in front of a function, and X-Forwarded-For names the gateway's client. */
const proxies = parseProxyCount(deno.env.get('TRUST_PROXY') || '1');
if (proxies === undefined)
  throw new Error('TRUST_PROXY must be the number of proxies in front of the function, 0 to 10.');

/** They include the site's own origin, which nothing else names here. */
const allowedOrigins = parseOrigins(setting('ALLOWED_ORIGINS'));
if (!allowedOrigins)
  throw new Error('ALLOWED_ORIGINS must be origins such as https://example.org, with commas between them.');

const app = new Hono<AppEnv>();
app.use(responseHeaders({}), setRequestId(proxies), requestLog(log, undefined), clientAddress(proxies));
app.onError(errorHandler(log));
app.route(
  '/',
  createSupabaseApi({
    join,
    siteUrl: undefined,
    allowedOrigins,
    key: setting('BACKEND_ANON_KEY', 'SUPABASE_ANON_KEY'),
    // Supabase's gateway removes the first part of the path; a self-hosted runtime does not.
    paths: { '/enhanced-waitlist': 'function', '/functions/v1/enhanced-waitlist': 'function' },
  }),
);

deno.serve(
  { port: Number(deno.env.get('PORT') ?? '8000'), hostname: deno.env.get('HOST') ?? '0.0.0.0' },
  (request, { remoteAddr }) => app.fetch(request, { peer: remoteAddr.hostname }),
);
