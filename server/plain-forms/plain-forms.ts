import { type Context, Hono } from 'hono';
import type { Join, JoinRequest } from '../../waitlist/join.ts';
import { reportFailure } from '../middleware/answer-errors.ts';
import type { FaceEnv, Log } from '../middleware/face.ts';
import { HttpError } from '../middleware/http-error.ts';
import { isOwnSite } from '../middleware/is-own-site.ts';
import { programAnswer } from '../middleware/program-answer.ts';
import { readBody } from '../middleware/read-body.ts';

/** The prerendered page that tells a visitor each outcome. None carries what was typed: an address never enters a URL. */
const answerPages = {
  joined: '/waitlist/joined',
  'email-required': '/waitlist/email-required',
  address: '/waitlist/address-refused',
  source: '/waitlist/failed',
  'too-many': '/waitlist/too-many-tries',
  failed: '/waitlist/failed',
  // Refused, and still a page: an extension or an old browser may send our own form so that it looks like another
  // site's. The page leads back to the form, and who was lured here sees that nothing was joined.
  'cross-site': '/waitlist/other-site',
} as const;

type Outcome = keyof typeof answerPages;

export interface PlainFormsOptions {
  join: Join;
  siteUrl: string | undefined;
  log: Log;
}

async function outcomeOf(join: Join, request: JoinRequest): Promise<Outcome> {
  if (request.email.trim() === '') return 'email-required';
  const answer = await join(request);
  return answer.success ? 'joined' : answer.refusal;
}

/**
 * Joining without a script: a form posted to /waitlist/join, answered by a redirect to a page that says how it went.
 * The same door and limits as the two calls; the source is 'cta' where the form offers no choice.
 */
export function createPlainForms({ join, siteUrl, log }: PlainFormsOptions): Hono<FaceEnv> {
  const showOutcome = (c: Context<FaceEnv>, outcome: Outcome) => {
    c.set('outcome', outcome);
    return programAnswer(c, 303, null, { location: answerPages[outcome], 'content-length': '0' });
  };
  const forms = new Hono<FaceEnv>();
  forms.use('/waitlist/join', async function named(c, next) {
    c.set('face', 'form');
    return next();
  });
  forms.post('/waitlist/join', async (c) => {
    if (!isOwnSite(c, siteUrl)) return showOutcome(c, 'cross-site');
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
      throw new HttpError('wrong-type', 'Send the form as application/x-www-form-urlencoded.');
    }
    const fields = new URLSearchParams(await readBody(c));
    const request = {
      email: fields.get('email') ?? '',
      source: fields.get('source') || 'cta',
      client: c.get('client'),
    };
    const outcome = await outcomeOf(join, request).catch((error: Error) => {
      reportFailure(log, error, c.get('requestId'));
      return 'failed' as const;
    });
    return showOutcome(c, outcome);
  });
  forms.all('/waitlist/join', () => {
    throw new HttpError('wrong-method', 'The form is sent with POST.', { allow: 'POST' });
  });
  return forms;
}
