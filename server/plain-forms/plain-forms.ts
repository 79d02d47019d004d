import { Hono } from 'hono';
import { reportFailure } from '../middleware/answer-errors.ts';
import type { FaceEnv, Log } from '../middleware/face.ts';
import { FaceError } from '../middleware/face-error.ts';
import { programAnswer } from '../middleware/program-answer.ts';
import { readBody } from '../middleware/read-body.ts';
import type { Join, JoinRequest } from '../waitlist/join.ts';
import { sameSite } from './same-site.ts';

/** The prerendered page that tells a visitor each outcome. None carries what was typed: an address never enters a URL. */
const answerPages = {
  joined: '/waitlist/joined',
  'email-required': '/waitlist/email-required',
  address: '/waitlist/address-refused',
  source: '/waitlist/failed',
  'too-many': '/waitlist/too-many-tries',
  failed: '/waitlist/failed',
} as const;

export interface PlainFormsOptions {
  join: Join;
  siteUrl: string | undefined;
  log: Log;
}

async function outcomeOf(join: Join, request: JoinRequest): Promise<keyof typeof answerPages> {
  if (request.email.trim() === '') return 'email-required';
  const answer = await join(request);
  return answer.success ? 'joined' : answer.refusal;
}

/**
 * Joining without a script: a form posted to /waitlist/join, answered by a redirect to a page that says how it went.
 * The same door and limits as the two calls; the source is 'cta' where the form offers no choice.
 */
export function createPlainForms({ join, siteUrl, log }: PlainFormsOptions): Hono<FaceEnv> {
  const forms = new Hono<FaceEnv>();
  forms.use('/waitlist/join', async function named(c, next) {
    c.set('face', 'form');
    return next();
  });
  forms.post('/waitlist/join', sameSite(siteUrl), async (c) => {
    if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
      throw new FaceError('wrong-type', 'Send the form as application/x-www-form-urlencoded.');
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
    c.set('outcome', outcome);
    return programAnswer(c, 303, null, { location: answerPages[outcome], 'content-length': '0' });
  });
  forms.all('/waitlist/join', () => {
    throw new FaceError('wrong-method', 'The form is sent with POST.', { allow: 'POST' });
  });
  return forms;
}
