import { Hono } from 'hono';
import { waitlistPath } from '../content/paths.ts';
import type { Hooks } from '../mail/hooks/open-hooks.ts';
import { linksFunction } from '../mail/links.ts';
import type { Join } from '../waitlist/join.ts';
import { createWaitlistForm } from './form.ts';
import { createHooks } from './hooks.ts';
import { createHostedLinks } from './hosted-links.ts';
import { answersOnServer } from './link-answers-on-server.ts';
import { createLinkRoutes, type EmailLinks } from './link-routes.ts';
import { clientAddress, endpoint, refuse, requestLog, responseHeaders, setRequestId } from './middleware.ts';
import { type Site, serveSite } from './pages/site.ts';
import { type AppEnv, errorHandler, jsonResponse, type Logger, type RequestCounter } from './responses.ts';
import type { Settings } from './settings.ts';
import { createSupabaseApi } from './supabase-api.ts';

export interface AppOptions {
  join: Join;
  site: Site;
  settings: Pick<Settings, 'anonKey' | 'siteUrl' | 'allowedOrigins' | 'trustedProxies'>;
  log: Logger;
  /** For /readyz: false while the database takes no joins or the server is closing. */
  isReady(): Promise<boolean>;
  emailLinks: EmailLinks;
  /** The routes where email providers report bounces. Undefined: no such routes. */
  hooks?: Hooks | undefined;
  /** Whether this server sends emails. If not, its answer to a join says so. */
  sendsEmails: boolean;
  /** For /readyz: in words, whether emails are sent. */
  emailStatus(): string;
  metrics?: RequestCounter | undefined;
}

/** Mounts everything that is served, without listening (listen.ts). */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { join, site, settings, log, isReady, emailLinks, hooks, sendsEmails, emailStatus, metrics } =
    options;
  const { anonKey, siteUrl, allowedOrigins, trustedProxies } = settings;
  const app = new Hono<AppEnv>();
  app.use(
    responseHeaders({ siteUrl }),
    setRequestId(trustedProxies > 0),
    requestLog(log, metrics),
    clientAddress(() => trustedProxies),
  );
  app.onError(errorHandler(log));

  app.get('/healthz', endpoint('health'), (c) => jsonResponse(c, 200, { status: 'up' }));
  app.get('/readyz', endpoint('health'), async (c) => {
    const ready = await isReady();
    const status = ready ? 'ready' : 'not ready';
    return jsonResponse(c, ready ? 200 : 503, { status, emails: emailStatus() });
  });

  const paths = {
    '/functions/v1/enhanced-waitlist': 'function',
    '/rest/v1/rpc/add_to_waitlist': 'rpc',
  } as const;
  app.route('/', createSupabaseApi({ join, anonKey, siteUrl, allowedOrigins, paths, sendsEmails }));
  app.route(linksFunction, createHostedLinks(emailLinks, { siteUrl, allowedOrigins }, log));
  for (const prefix of ['/functions/v1/*', '/rest/v1/*', '/auth/v1/*'])
    app.all(prefix, refuse('not-found', 'There is no such endpoint here.'));
  app.route('/', createWaitlistForm(join, siteUrl, log));
  app.route('/', createLinkRoutes(emailLinks, answersOnServer(site), log));
  app.route('/', createHooks(hooks));
  if (!sendsEmails) app.get(waitlistPath('joined'), serveSite(site, waitlistPath('joined-unasked')));
  app.get('*', serveSite(site));
  app.all('*', refuse('method-not-allowed', 'Pages are read with GET or HEAD.', { allow: 'GET, HEAD' }));
  return app;
}
