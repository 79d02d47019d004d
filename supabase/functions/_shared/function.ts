import { Hono } from 'hono';
import { connectPostgres } from '../../../database/postgres.ts';
import {
  type FunctionName,
  type FunctionSettings,
  readFunctionSettings,
} from '../../../server/function-settings.ts';
import { requestLog, responseHeaders, setRequestId } from '../../../server/middleware.ts';
import { type AppEnv, errorHandler, type Logger } from '../../../server/responses.ts';

/** The parts of Deno that are used here; the product is checked with Node's types, which do not include them. */
interface DenoRuntime {
  env: { toObject(): Record<string, string> };
  serve(answer: (request: Request) => Response | Promise<Response>): unknown;
}
const deno = (globalThis as unknown as { Deno: DenoRuntime }).Deno;

const line = (level: string) => (facts: object, message: string) =>
  // biome-ignore lint/suspicious/noConsole: a function's log is its console.
  console.log(JSON.stringify({ level, msg: message, ...facts }));

export const log: Logger = { debug: () => {}, info: line('info'), warn: line('warn'), error: line('error') };

/** The environment, unchecked. */
export const secretsAsGiven = (): Record<string, string | undefined> => deno.env.toObject();

/** The secrets of a function. @throws Error naming every one that is wrong */
export const readSecrets = (name: FunctionName): FunctionSettings =>
  readFunctionSettings(name, secretsAsGiven());

/** Whether the project has a mail server. The function that sends reports what is wrong with it. */
export const hasMailServer = (): boolean => Boolean(secretsAsGiven().SMTP_URL?.trim());

/**
 * Opens the project's database. It holds two connections, because a project has few of them and a function's process is small. The
 * schema comes from `supabase db push`: a function contains no migrations.
 * @throws Error when its address is not among the secrets
 */
export function openProject({ database }: FunctionSettings) {
  const { databaseUrl, trust } = database;
  if (databaseUrl === undefined) throw new Error('The function needs the secret SUPABASE_DB_URL.');
  return connectPostgres({ databaseUrl, maxConnections: 2, trust });
}

/**
 * Serves an app under the paths at which a function is called: Supabase's gateway removes the first part of the path, and a
 * self-hosted runtime does not.
 */
export function serveFunction(name: string, app: Hono<AppEnv>): void {
  const served = new Hono<AppEnv>();
  served.use(responseHeaders({}), setRequestId(true), requestLog(log, undefined));
  served.onError(errorHandler(log));
  for (const path of [`/${name}`, `/functions/v1/${name}`]) served.route(path, app);
  // Supabase's runtime says that every caller is 0.0.0.0: the first entry stands in the place of the peer (decision 8).
  deno.serve((request) =>
    served.fetch(request, { peer: request.headers.get('x-forwarded-for')?.split(',')[0] }),
  );
}
