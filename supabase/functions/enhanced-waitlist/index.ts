import { Hono } from 'hono';
import { queryOne } from '../../../database/query-one.ts';
import { apiKey, clientAddress } from '../../../server/middleware.ts';
import type { AppEnv } from '../../../server/responses.ts';
import { createSupabaseApi } from '../../../server/supabase-api.ts';
import { createJoin } from '../../../waitlist/join.ts';
import { hasMailServer, openProject, readSecrets, serveFunction } from '../_shared/function.ts';

const secrets = readSecrets('enhanced-waitlist');
const { anonKey, siteUrl, allowedOrigins } = secrets;
const database = openProject(secrets);

let knownProxies: number | undefined;

/** How many proxies Supabase puts in front. This function and the procedure share the setting; each process reads it once. */
async function countProxies(): Promise<number> {
  if (knownProxies === undefined) {
    // Without a default: too few proxies would make all visitors share one limit, in silence.
    const settings = await queryOne<{ proxies: number }>(
      database,
      'select hosted_proxies as proxies from waitlist.settings',
    );
    knownProxies = settings.proxies;
  }
  return knownProxies;
}

const app = new Hono<AppEnv>();
// Not for a preflight, which must not wait for the database.
app.on(['GET', 'POST'], '*', clientAddress(countProxies));
app.route(
  '/',
  createSupabaseApi({
    join: createJoin({ database }),
    anonKey,
    siteUrl,
    allowedOrigins,
    sendsEmails: hasMailServer(),
    paths: { '/': 'function' },
  }),
);
// Tells a caller the address by which the limits count it, and nothing else. `doctor` finds a wrong hosted_proxies this way.
app.get('/client', apiKey(anonKey), (c) => c.json(c.get('clientAddress')));

serveFunction('enhanced-waitlist', app);
