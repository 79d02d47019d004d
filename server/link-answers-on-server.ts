import type { Context } from 'hono';
import { escapeHtml, fillSlots } from '../mail/fill-emails.ts';
import { linkPages } from '../mail/links.ts';
import { answerPages, type LinkAnswers, type LinkOutcome } from './link-routes.ts';
import type { Site } from './pages/site.ts';
import type { AppEnv } from './responses.ts';

/** A server answers a link with the built page itself. */
export function answersOnServer(site: Site): LinkAnswers {
  function outcome(c: Context<AppEnv>, outcome: LinkOutcome): Response {
    const { path, status } = answerPages[outcome];
    const { body, headers } = site.answer({ path, acceptEncoding: c.req.header('accept-encoding') });
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  }
  return {
    outcome,
    entryRequest: { method: 'GET', path: linkPages.place.path },
    entry(_c, facts) {
      const { body, headers } = site.answer({ path: linkPages.place.path });
      const html = fillSlots(String(body), facts, escapeHtml);
      // These two are about the page before its slots are filled.
      const { etag: _, 'content-length': __, ...others } = headers;
      return new Response(html, { headers: others });
    },
    noEntry: outcome,
  };
}
