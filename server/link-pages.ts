import { fill } from '../mail/fill-emails.ts';
import { linkPages } from '../mail/links.ts';
import { answerPages, type LinkAnswers } from './email-links.ts';
import type { Site } from './pages/site.ts';

/** A server answers what a link has done with the built page itself. */
export const answersOf = (site: Site): LinkAnswers => ({
  outcome(c, outcome) {
    const { path, status } = answerPages[outcome];
    const { body, headers } = site.answer({ path, acceptEncoding: c.req.header('accept-encoding') });
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  },
  placeRequest: { method: 'GET', path: linkPages.place },
  place(_c, facts) {
    const { body, headers } = site.answer({ path: linkPages.place });
    const { html } = fill({ subject: '', html: String(body), text: '' }, facts);
    const { etag: _, 'content-length': __, ...same } = headers;
    return new Response(html, { headers: same });
  },
});
