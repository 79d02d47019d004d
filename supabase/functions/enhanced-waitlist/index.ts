import { Hono } from 'hono';
import { apiKey } from '../../../server/cross-origin.ts';
import { clientAddress } from '../../../server/middleware.ts';
import type { AppEnv } from '../../../server/responses.ts';
import { createSupabaseApi } from '../../../server/supabase-api.ts';
import { createJoin } from '../../../waitlist/join.ts';
import { hasMailServer, openProject, readSecrets, serveFunction } from '../_shared/function.ts';

const secrets = readSecrets('enhanced-waitlist');
const database = openProject(secrets);
const join = createJoin({ database });

/** How many proxies Supabase puts in front: one setting for this function and the procedure, read once in this process. */
let proxies: number | undefined;
const statement = 'select hosted_proxies as count from waitlist.settings';
const countProxies = async () =>
  (proxies ??= (await database.query<{ count: number }>(statement))[0]?.count ?? 1);

const app = new Hono<AppEnv>();
// Not for a preflight, which must not wait for the database.
app.on(['GET', 'POST'], '*', clientAddress(countProxies));
const sendsEmails = hasMailServer();
app.route(
  '/',
  createSupabaseApi({ join, ...secrets, key: secrets.anonKey, sendsEmails, paths: { '/': 'function' } }),
);
// Tells a caller the address that the limits count him by, and nothing else: a wrong hosted_proxies is found by it (doctor).
app.get('/client', apiKey(secrets.anonKey), (c) => c.json(c.get('clientAddress')));

serveFunction('enhanced-waitlist', app);
