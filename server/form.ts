import { type Context, Hono } from 'hono';
import { bottomFormPath, joinPath, waitlistPath } from '../content/paths.ts';
import type { Join } from '../waitlist/join.ts';
import { isSameOrigin } from './cross-origin.ts';
import { endpoint, readBody, refuse } from './middleware.ts';
import { type AppEnv, HttpError, jsonResponse, type Logger, logError } from './responses.ts';

/** The prerendered page of each outcome. None contains what was typed: an email never enters a URL. */
const resultPages = {
  joined: waitlistPath('joined'),
  'email-required': waitlistPath('email-required'),
  address: waitlistPath('address-refused'),
  source: waitlistPath('failed'),
  'too-many': waitlistPath('too-many-tries'),
  failed: waitlistPath('failed'),
  // A page rather than an error: an extension or an old browser may make our own form look like another site's.
  'cross-site': waitlistPath('other-site'),
} as const;

/**
 * Joining without a script: a form posted to `joinPath`, answered by a redirect (303) to a page that says how it went.
 * The source is 'cta' where the form offers no choice. A GET joins nobody: it leads back to the form, because a visitor may
 * type the address or keep it as a bookmark.
 */
export function createWaitlistForm(join: Join, siteUrl: string | undefined, log: Logger): Hono<AppEnv> {
  const redirect = (c: Context<AppEnv>, location: string) =>
    jsonResponse(c, 303, null, { location, 'content-length': '0' });
  const answer = (c: Context<AppEnv>, outcome: keyof typeof resultPages) => {
    c.set('outcome', outcome);
    return redirect(c, resultPages[outcome]);
  };
  const form = new Hono<AppEnv>();
  form.use(joinPath, endpoint('form'));
  form.post(joinPath, async (c) => {
    if (!isSameOrigin(c, siteUrl)) return answer(c, 'cross-site');
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
      throw new HttpError('unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.');
    }
    const fields = new URLSearchParams(await readBody(c));
    const email = fields.get('email') ?? '';
    if (email.trim() === '') return answer(c, 'email-required');
    const source = fields.get('source') || 'cta';
    const outcome = await join({ email, source, client: c.get('clientAddress') }).then(
      (result) => (result.success ? 'joined' : result.refusal),
      (error: Error) => logError(log, error, c.get('requestId')),
    );
    return answer(c, outcome);
  });
  form.get(joinPath, (c) => redirect(c, bottomFormPath));
  form.all(joinPath, refuse('method-not-allowed', 'The form is sent with POST.', { allow: 'GET, POST' }));
  return form;
}
