import { type Context, Hono } from 'hono';
import { type LinkPurpose, linkPages, linkTo } from '../mail/links.ts';
import { type CorsOptions, cors } from './cross-origin.ts';
import { answerPages, createEmailLinks, type EmailLinks, type LinkAnswers } from './email-links.ts';
import { endpoint } from './middleware.ts';
import { type AppEnv, jsonResponse, type Logger } from './responses.ts';

const readPlace = `${linkPages.place}/read`;

/** Where the pages of the site are; relative when it has no address of its own. */
const answersFor = (siteUrl: string): LinkAnswers => ({
  outcome(c, outcome, way) {
    const { path, status } = answerPages[outcome];
    const location = `${siteUrl}${path}`;
    // The script that asks for somebody's place goes where this says.
    if (way === 'one-click' || c.req.path.endsWith(readPlace))
      return jsonResponse(c, status, { page: location });
    return jsonResponse(c, 303, null, { location, 'content-length': '0' });
  },
  // In a form the token is in no log of URLs.
  placeRequest: { method: 'POST', path: readPlace },
  place: (c, facts) => jsonResponse(c, 200, facts),
});

/**
 * What the pages of a static host ask for when somebody has followed a link in an email (app/waitlist/link-page.ts): the same as on a
 * server, answered by leading to the static host's pages. A GET changes nothing: it leads to the page, which has the button.
 */
export function createHostedLinks(
  links: EmailLinks,
  { siteUrl = '', allowedOrigins }: CorsOptions,
  log: Logger,
): Hono<AppEnv> {
  const hosted = new Hono<AppEnv>();
  hosted.use(readPlace, cors({ siteUrl: siteUrl || undefined, allowedOrigins }));
  const toPage = (purpose: LinkPurpose) => (c: Context<AppEnv>) => {
    const token = encodeURIComponent(c.req.query('t') ?? '');
    const location = linkTo({ siteUrl, backendUrl: '' }, purpose, token);
    return jsonResponse(c, 303, null, { location, 'content-length': '0' });
  };
  for (const [purpose, path] of Object.entries(linkPages) as [LinkPurpose, string][])
    hosted.get(path, endpoint('link'), toPage(purpose));
  hosted.route('/', createEmailLinks(links, answersFor(siteUrl), log));
  return hosted;
}
