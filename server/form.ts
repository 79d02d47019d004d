import { type Context, Hono } from 'hono';
import { bottomFormSource } from '../content/join-fields.ts';
import { bottomFormPath, joinPath, type WaitlistOutcome, waitlistPath } from '../content/paths.ts';
import type { Join, JoinResult } from '../waitlist/join.ts';
import { isSameOrigin } from './cross-origin.ts';
import { endpoint, readBody, refuse } from './middleware.ts';
import { readJoinFields } from './read-join-fields.ts';
import { type AppEnv, HttpError, type Logger, logError, redirect } from './responses.ts';

type Refusal = Extract<JoinResult, { success: false }>['refusal'];
type FormOutcome = Refusal | 'joined' | 'email-required' | 'failed' | 'cross-site';

/** The prerendered page of each outcome. None contains what was typed: an email never enters a URL. */
const pageOfOutcome: Record<FormOutcome, WaitlistOutcome> = {
  joined: 'joined',
  'email-required': 'email-required',
  address: 'address-refused',
  source: 'failed',
  'too-many': 'too-many-tries',
  failed: 'failed',
  // A page rather than an error: an extension or an old browser may make our own form look like another site's.
  'cross-site': 'other-site',
};

/**
 * Joining without a script: a form is posted to `joinPath`, and a redirect (303) leads to a page that says how it went. The source
 * is `bottomFormSource` where the form offers no choice. A GET joins nobody. It leads back to the form, because a visitor may type
 * this path or keep it as a bookmark.
 */
export function createWaitlistForm(join: Join, siteUrl: string | undefined, log: Logger): Hono<AppEnv> {
  const answer = (c: Context<AppEnv>, outcome: FormOutcome) => {
    c.set('outcome', outcome);
    return redirect(c, waitlistPath(pageOfOutcome[outcome]));
  };
  const form = new Hono<AppEnv>();
  form.use(joinPath, endpoint('form'));
  form.post(joinPath, async (c) => {
    if (!isSameOrigin(c, siteUrl)) return answer(c, 'cross-site');
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
      throw new HttpError('unsupported-media-type', 'Send the form as application/x-www-form-urlencoded.');
    }
    const posted = new URLSearchParams(await readBody(c));
    const filledIn = readJoinFields((field) => posted.get(field) || undefined);
    const fields = { email: '', source: bottomFormSource, ...filledIn };
    if (fields.email.trim() === '') return answer(c, 'email-required');
    try {
      const result = await join({ ...fields, clientAddress: c.get('clientAddress') });
      return answer(c, result.success ? 'joined' : result.refusal);
    } catch (error) {
      logError(log, error as Error, c.get('requestId'));
      return answer(c, 'failed');
    }
  });
  form.get(joinPath, (c) => redirect(c, bottomFormPath));
  form.all(joinPath, refuse('method-not-allowed', 'The form is sent with POST.', { allow: 'GET, POST' }));
  return form;
}
