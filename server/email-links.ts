import { type Context, Hono } from 'hono';
import { type followLink, type LinkPurpose, linkPages } from '../mail/links.ts';
import { endpoint, readBody } from './middleware.ts';
import type { Site } from './pages/site.ts';
import { type AppEnv, type Logger, logError } from './responses.ts';

export type FollowLink = (link: Parameters<typeof followLink>[1]) => Promise<boolean>;

/** The prerendered pages that say what a button has done, and the others. */
const pages = {
  confirm: { path: '/waitlist/confirmed', status: 200 },
  leave: { path: '/waitlist/left', status: 200 },
  'not-me': { path: '/waitlist/not-you', status: 200 },
  broken: { path: '/waitlist/link-broken', status: 404 },
  failed: { path: '/waitlist/link-failed', status: 503 },
} as const;

/** RFC 8058, 3.1: the POST should be multipart/form-data and may be application/x-www-form-urlencoded. */
async function isOneClick(c: Context<AppEnv>): Promise<boolean> {
  const headers = { 'content-type': c.req.header('content-type') ?? 'application/x-www-form-urlencoded' };
  const body = new Response(await readBody(c), { headers });
  const form = await body.formData().catch(() => undefined);
  return form?.get('List-Unsubscribe') === 'One-Click';
}

/**
 * The buttons on the pages that links in emails lead to. Only a POST has an effect: scanners open every link and run its
 * scripts. The token alone authorizes: a provider's one-click POST (RFC 8058) has no cookie, Origin or key, and no redirect.
 */
export function createEmailLinks(followLink: FollowLink, site: Site, log: Logger): Hono<AppEnv> {
  const links = new Hono<AppEnv>();
  // One lookup at a time: however many tokens somebody guesses, they hold one connection to the database.
  let last: Promise<unknown> = Promise.resolve();
  const followInTurn: FollowLink = (link) => {
    const done = last.then(() => followLink(link));
    last = done.catch(() => {});
    return done;
  };
  for (const [purpose, path] of Object.entries(linkPages) as [LinkPurpose, string][]) {
    links.post(path, endpoint('link'), async (c) => {
      const link = {
        token: c.req.query('t') ?? '',
        purpose,
        way: (await isOneClick(c)) ? 'one-click' : 'link',
      } as const;
      const outcome = await followInTurn(link).then(
        (done) => (done ? 'done' : 'broken'),
        (error: Error) => {
          logError(log, error, c.get('requestId'));
          return 'failed' as const;
        },
      );
      c.set('outcome', `${purpose} ${outcome}`);
      const { path, status } = pages[outcome === 'done' ? purpose : outcome];
      const { body, headers } = site.answer({ path, acceptEncoding: c.req.header('accept-encoding') });
      return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
    });
  }
  return links;
}
