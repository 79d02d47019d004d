import { Hono } from 'hono';
import emails from '../../../dist/.vite/emails.json' with { type: 'json' };
import { readTurnStatus, takeTurn } from '../../../mail/turn.ts';
import { apiKey } from '../../../server/middleware.ts';
import { type AppEnv, jsonResponse } from '../../../server/responses.ts';
import { mailFunctionKeyPattern } from '../../../server/setting-fields.ts';
import { reasonOf } from '../../../system/reason-of.ts';
import { log, openProject, readSecrets, secretsAsGiven, serveFunction } from '../_shared/function.ts';

/**
 * The budget of one call. Supabase allows a request 150 s, and 2 s of processor time. An email takes about a hundredth of a second of
 * processor time (deploy/supabase.md).
 */
const turn = { ms: 45_000, emails: 100 };

/** Keeps the process until the work is done, even if the caller has gone. */
const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };

/** @throws Error that names what is wrong with the secrets */
function openMail() {
  const secrets = readSecrets('waitlist-mail');
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
  // `doctor` reads this. Without a key to check, a caller learns no more than that the key is missing.
  const { MAIL_FUNCTION_KEY: key = '' } = secretsAsGiven();
  const isKeySet = mailFunctionKeyPattern.test(key);
  if (isKeySet) app.use(apiKey(key));
  const message = isKeySet
    ? reasonOf(error)
    : 'The function needs the secret MAIL_FUNCTION_KEY: at least 32 letters, digits, dashes and underscores.';
  app.all('/', (c) => jsonResponse(c, 503, { message }));
}
serveFunction('waitlist-mail', app);
