import { Hono } from 'hono';
import { placeReadPath } from '../content/paths.ts';
import { linkPages } from '../mail/links.ts';
import { type CorsOptions, cors } from './cross-origin.ts';
import { answerPages, createLinkRoutes, type EmailLinks, type LinkAnswers } from './link-routes.ts';
import { endpoint } from './middleware.ts';
import { type AppEnv, jsonResponse, type Logger, redirect } from './responses.ts';

/** @param siteUrl where the pages of the site are; '' if the site has no address of its own */
const answersOnFunction = (siteUrl: string): LinkAnswers => ({
  outcome(c, outcome, via) {
    const { path, status } = answerPages[outcome];
    const page = `${siteUrl}${path}`;
    return via === 'one-click' ? jsonResponse(c, status, { page }) : redirect(c, page);
  },
  // A form keeps the token out of logs of URLs.
  entryRequest: { method: 'POST', path: placeReadPath },
  entry: (c, facts) => jsonResponse(c, 200, facts),
  noEntry(c, outcome) {
    const { path, status } = answerPages[outcome];
    // The script that asks for the entry opens this page.
    return jsonResponse(c, status, { page: `${siteUrl}${path}` });
  },
});

/**
 * What the pages of a static host ask for when somebody has followed a link in an email (app/waitlist/link-page.ts). It does the same
 * as a server, and redirects to the pages of the static host. A GET changes nothing: it leads to the page, which has the button.
 */
export function createHostedLinks(
  links: EmailLinks,
  { siteUrl = '', allowedOrigins }: CorsOptions,
  log: Logger,
): Hono<AppEnv> {
  const hosted = new Hono<AppEnv>();
  hosted.use(placeReadPath, cors({ siteUrl: siteUrl || undefined, allowedOrigins }));
  for (const { path } of Object.values(linkPages))
    hosted.get(path, endpoint('link'), (c) => {
      const token = encodeURIComponent(c.req.query('t') ?? '');
      // As mail/links.ts writes a link to a static host: no log of the host has what stands after the #.
      return redirect(c, `${siteUrl}${path}#t=${token}`);
    });
  hosted.route('/', createLinkRoutes(links, answersOnFunction(siteUrl), log));
  return hosted;
}
