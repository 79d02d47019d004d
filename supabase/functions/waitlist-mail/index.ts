import { Hono } from 'hono';
import { reasonOf } from '../../../database/database.ts';
import emails from '../../../dist/.vite/emails.json' with { type: 'json' };
import { readTurnStatus, takeTurn } from '../../../mail/turn.ts';
import { apiKey } from '../../../server/cross-origin.ts';
import { type AppEnv, jsonResponse } from '../../../server/responses.ts';
import { log, openProject, readSecrets, serveFunction } from '../_shared/function.ts';

/**
 * One call's share, within Supabase's limits: a request is answered within 150 s, and takes 2 s of processor time at most. An email takes
 * about a hundredth of a second of it (deploy/supabase.md).
 */
const turn = { ms: 45_000, emails: 100 };

/** Keeps the process until the work is done, also when whoever called has gone. */
const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };

/** @throws Error that names what is wrong with the secrets */
function openMail() {
  const secrets = readSecrets();
  const { mail, mailFunctionKey } = secrets;
  if (mailFunctionKey === undefined) throw new Error('The function needs the secret MAIL_FUNCTION_KEY.');
  return { mail, key: mailFunctionKey, database: openProject(secrets) };
}

const app = new Hono<AppEnv>();
try {
  const { mail, key, database } = openMail();
  app.use(apiKey(key));
  app.post('/', async (c) => {
    const work = takeTurn({ database, mail, templates: emails, turn, log });
    EdgeRuntime?.waitUntil(work.catch(() => {}));
    return jsonResponse(c, 200, { emails: await work });
  });
  app.get('/', async (c) => jsonResponse(c, 200, await readTurnStatus(database, mail)));
} catch (error) {
  // It names secrets and holds no value of theirs, so that `doctor` can say what is wrong.
  app.all('/', (c) => jsonResponse(c, 503, { message: reasonOf(error) }));
}
serveFunction('waitlist-mail', app);
