import { type Context, Hono } from 'hono';
import { dateInWords } from '../content/date-in-words.ts';
import { place as words } from '../content/pages/place.ts';
import { fill } from '../mail/fill-emails.ts';
import { type LinkPurpose, linkPages, type openLinks } from '../mail/links.ts';
import type { Place, Places } from '../mail/place.ts';
import { createLane } from './lane.ts';
import { endpoint, readBody } from './middleware.ts';
import type { Site } from './pages/site.ts';
import { type AppEnv, type Logger, logError } from './responses.ts';

export type EmailLinks = Awaited<ReturnType<typeof openLinks>> & { places: Places };

/** The prerendered pages that say what a button has done, and the others. */
const pages = {
  confirm: { path: '/waitlist/confirmed', status: 200 },
  leave: { path: '/waitlist/left', status: 200 },
  'not-me': { path: '/waitlist/not-you', status: 200 },
  change: { path: '/waitlist/changed', status: 200 },
  place: { path: '/waitlist/left', status: 200 },
  erased: { path: '/waitlist/erased', status: 200 },
  asked: { path: '/waitlist/change-asked', status: 200 },
  same: { path: '/waitlist/change-same', status: 200 },
  address: { path: '/waitlist/change-refused', status: 200 },
  'too-many': { path: '/waitlist/change-too-often', status: 200 },
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

/** The facts of somebody's place as its page says them. */
function factsOf(place: Place, token: string): Record<string, string> {
  const { entry, joinedOn, confirmedOn, leftOn, consentedOn, wording } = place;
  const status = leftOn ? words.states.left : confirmedOn ? words.states.confirmed : words.states.unconfirmed;
  const on = (date: string | null) => (date === null ? '' : dateInWords(date));
  const day = { joined: on(joinedOn), confirmed: on(confirmedOn), left: on(leftOn), agreed: on(consentedOn) };
  return {
    ...Object.fromEntries(Object.entries(entry).map(([column, value]) => [column, String(value ?? '–')])),
    ...{ token, wording, ...day },
    status: fill({ subject: status, html: '', text: '' }, day).subject,
    source: entry.source === 'cta' ? words.notAsked : entry.source,
  };
}

/** The purposes that end emails. A place's own page has a button that leaves. */
const leavingPurposes: readonly LinkPurpose[] = ['leave', 'not-me', 'place'];

/**
 * What the links in emails lead to. Only a POST has an effect: scanners open every link and run its scripts. The token alone
 * authorizes: a provider's one-click POST (RFC 8058) has no cookie, Origin or key, and no redirect.
 */
export function createEmailLinks({ isOurs, follow, places }: EmailLinks, site: Site, log: Logger) {
  const links = new Hono<AppEnv>();
  const tokenOf = (c: Context<AppEnv>) => c.req.query('t') ?? '';
  // However many links are followed at once, they hold few connections to the database. Nobody who leaves waits for the others.
  const leaving = createLane({ atOnce: 4, mostWaiting: 1000 });
  const others = createLane({ atOnce: 1, mostWaiting: 200 });

  /** Does it in its lane. 'broken' where there is no such link, 'failed' where the database cannot, or too many wait. */
  async function inLane<Result>(
    c: Context<AppEnv>,
    lane: ReturnType<typeof createLane>,
    work: (token: string) => Promise<Result | false | undefined>,
  ): Promise<Result | 'broken' | 'failed'> {
    const token = tokenOf(c);
    // A foreign link costs the database nothing, and is answered while it is away.
    if (!isOurs(token)) return 'broken';
    try {
      return (await lane(() => work(token))) || 'broken';
    } catch (error) {
      return logError(log, error as Error, c.get('requestId'));
    }
  }

  function answer(c: Context<AppEnv>, what: string, outcome: keyof typeof pages): Response {
    c.set('outcome', `${what} ${outcome === 'broken' || outcome === 'failed' ? outcome : 'done'}`);
    const { path, status } = pages[outcome];
    const { body, headers } = site.answer({ path, acceptEncoding: c.req.header('accept-encoding') });
    return new Response(body as Uint8Array<ArrayBuffer>, { status, headers });
  }

  for (const [purpose, path] of Object.entries(linkPages) as [LinkPurpose, string][]) {
    const lane = leavingPurposes.includes(purpose) ? leaving : others;
    links.post(path, endpoint('link'), async (c) => {
      const way = (await isOneClick(c)) ? 'one-click' : 'link';
      const done = await inLane(c, lane, (token) => follow({ token, purpose, way }));
      return answer(c, purpose, done === true ? purpose : done);
    });
  }

  links.get(linkPages.place, endpoint('link'), async (c) => {
    const place = await inLane(c, others, places.read);
    if (typeof place === 'string') return answer(c, 'place', place);
    const { body, headers } = site.answer({ path: linkPages.place });
    const { html } = fill({ subject: '', html: String(body), text: '' }, factsOf(place, tokenOf(c)));
    const { etag: _, 'content-length': __, ...same } = headers;
    return new Response(html, { headers: same });
  });

  links.post(`${linkPages.place}/change`, endpoint('link'), async (c) => {
    const email = new URLSearchParams(await readBody(c)).get('email') ?? '';
    return answer(c, 'change', await inLane(c, others, (token) => places.change(token, email)));
  });

  links.post(`${linkPages.place}/erase`, endpoint('link'), async (c) => {
    const done = await inLane(c, others, places.erase);
    return answer(c, 'erase', done === true ? 'erased' : done);
  });

  links.post(`${linkPages.place}/download`, endpoint('link'), async (c) => {
    const file = await inLane(c, others, places.download);
    if (file === 'broken' || file === 'failed') return answer(c, 'download', file);
    c.set('outcome', 'download done');
    const headers = {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-place.json"',
    };
    return new Response(file, { headers: { ...c.get('responseHeaders'), ...headers } });
  });
  return links;
}
