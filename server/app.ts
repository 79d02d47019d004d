import { Hono } from 'hono';
import type { Join } from '../waitlist/join.ts';
import { answerErrors } from './middleware/answer-errors.ts';
import { clientAddress } from './middleware/client-address.ts';
import type { Counters } from './middleware/counters.ts';
import type { FaceEnv, Log } from './middleware/face.ts';
import { HttpError } from './middleware/http-error.ts';
import { answerHeaders, programAnswer } from './middleware/program-answer.ts';
import { requestId } from './middleware/request-id.ts';
import { requestLog } from './middleware/request-log.ts';
import { createPlainForms } from './plain-forms/plain-forms.ts';
import type { Settings } from './settings.ts';
import { siteFace } from './site/site-face.ts';
import type { Site } from './site.ts';
import { createSupabaseApi } from './supabase-api/supabase-api.ts';

export interface AppOptions {
  join: Join;
  site: Site;
  settings: Pick<Settings, 'anonKey' | 'siteUrl' | 'allowedOrigins' | 'backendUrl' | 'trustedProxies'>;
  log: Log;
  /** Whether the product can take joins now: the database answers and the server is not closing. */
  isReady(): Promise<boolean>;
  counters?: Counters | undefined;
}

/**
 * The whole HTTP face as one function from request to answer: the two calls, the form, the pages, the health checks.
 * It opens nothing and listens nowhere; server/index.ts and the tests give it what it needs.
 */
export function createApp({ join, site, settings, log, isReady, counters }: AppOptions): Hono<FaceEnv> {
  const app = new Hono<FaceEnv>();
  app.use(
    answerHeaders(settings),
    requestId(settings.trustedProxies > 0),
    requestLog(log, counters),
    clientAddress(settings.trustedProxies),
  );
  app.onError(answerErrors(log));

  app.get('/healthz', (c) => {
    c.set('face', 'health');
    return programAnswer(c, 200, { status: 'up' });
  });
  app.get('/readyz', async (c) => {
    c.set('face', 'health');
    const ready = await isReady();
    return programAnswer(c, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready' });
  });

  const paths = {
    '/functions/v1/enhanced-waitlist': 'function',
    '/rest/v1/rpc/add_to_waitlist': 'procedure',
  } as const;
  app.route('/', createSupabaseApi({ join, key: settings.anonKey, paths, ...settings }));
  for (const prefix of ['/functions/v1/*', '/rest/v1/*', '/auth/v1/*']) {
    app.all(prefix, () => {
      throw new HttpError('no-such-call', 'There is no such call here.');
    });
  }
  app.route('/', createPlainForms({ join, siteUrl: settings.siteUrl, log }));
  app.get('*', siteFace(site));
  app.all('*', () => {
    throw new HttpError('wrong-method', 'Pages are read with GET or HEAD.', { allow: 'GET, HEAD' });
  });
  return app;
}
