import { type Context, Hono } from 'hono';
import { dateInWords } from '../content/date-in-words.ts';
import { place as words } from '../content/pages/place.ts';
import { placeActPath, waitlistPath } from '../content/paths.ts';
import { fill } from '../mail/fill-emails.ts';
import { type LinkPurpose, linkPages, type openLinks } from '../mail/links.ts';
import type { Place, Places } from '../mail/place.ts';
import { createLane } from './lane.ts';
import { endpoint, readBody } from './middleware.ts';
import { type AppEnv, type Logger, logError } from './responses.ts';

export type EmailLinks = ReturnType<typeof openLinks> & { places: Places };

/** The prerendered page that says what a button has done, or why not, and its status. */
export const answerPages = {
  confirm: { path: waitlistPath('confirmed'), status: 200 },
  leave: { path: waitlistPath('left'), status: 200 },
  'not-me': { path: waitlistPath('not-you'), status: 200 },
  change: { path: waitlistPath('changed'), status: 200 },
  place: { path: waitlistPath('left'), status: 200 },
  erased: { path: waitlistPath('erased'), status: 200 },
  asked: { path: waitlistPath('change-asked'), status: 200 },
  same: { path: waitlistPath('change-same'), status: 200 },
  address: { path: waitlistPath('change-refused'), status: 200 },
  'too-many': { path: waitlistPath('change-too-often'), status: 200 },
  broken: { path: waitlistPath('link-broken'), status: 404 },
  failed: { path: waitlistPath('link-failed'), status: 503 },
} as const;

type LinkOutcome = keyof typeof answerPages;

/** How a home of the list answers: a server shows the page itself, a function leads to the static host's. */
export interface LinkAnswers {
  /** @param way `one-click` for a mail program, which wants a status and no page (RFC 8058) */
  outcome(c: Context<AppEnv>, outcome: LinkOutcome, way: 'link' | 'one-click'): Response;
  /** How somebody's place is asked for. */
  placeRequest: { method: 'GET' | 'POST'; path: string };
  /** @param facts what the page of somebody's place says, by the names of its slots */
  place(c: Context<AppEnv>, facts: Record<string, string>): Response;
}

/** The form that was posted, in either form that RFC 8058 has; empty when it is none. */
async function readForm(c: Context<AppEnv>): Promise<FormData> {
  const headers = { 'content-type': c.req.header('content-type') ?? 'application/x-www-form-urlencoded' };
  const body = new Response(await readBody(c), { headers });
  return body.formData().catch(() => new FormData());
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

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
 * authorizes, in the query or in the form: a provider's one-click POST (RFC 8058) has no cookie, Origin or key.
 */
export function createEmailLinks(
  { isOurs, follow, places }: EmailLinks,
  answers: LinkAnswers,
  log: Logger,
): Hono<AppEnv> {
  const links = new Hono<AppEnv>();
  // However many links are followed at once, they hold few connections to the database. Nobody who leaves waits for the others.
  const leaving = createLane({ atOnce: 4, mostWaiting: 1000 });
  const others = createLane({ atOnce: 1, mostWaiting: 200 });

  /** Does it in its lane. 'broken' where there is no such link, 'failed' where the database cannot, or too many wait. */
  async function inLane<Result>(
    c: Context<AppEnv>,
    token: string,
    lane: ReturnType<typeof createLane>,
    work: (token: string) => Promise<Result | false | undefined>,
  ): Promise<Result | 'broken' | 'failed'> {
    try {
      // A foreign link costs the database nothing, and is answered while it is away.
      if (!(await isOurs(token))) return 'broken';
      return (await lane(() => work(token))) || 'broken';
    } catch (error) {
      return logError(log, error as Error, c.get('requestId'));
    }
  }

  function answer(
    c: Context<AppEnv>,
    what: string,
    outcome: LinkOutcome,
    way: 'link' | 'one-click' = 'link',
  ): Response {
    c.set('outcome', `${what} ${outcome === 'broken' || outcome === 'failed' ? outcome : 'done'}`);
    return answers.outcome(c, outcome, way);
  }

  const tokenOf = (c: Context<AppEnv>, form: FormData) => c.req.query('t') ?? textIn(form, 't');

  for (const [purpose, path] of Object.entries(linkPages) as [LinkPurpose, string][]) {
    const lane = leavingPurposes.includes(purpose) ? leaving : others;
    links.post(path, endpoint('link'), async (c) => {
      const form = await readForm(c);
      const way = textIn(form, 'List-Unsubscribe') === 'One-Click' ? 'one-click' : 'link';
      const done = await inLane(c, tokenOf(c, form), lane, (token) => follow({ token, purpose, way }));
      return answer(c, purpose, done === true ? purpose : done, way);
    });
  }

  async function showPlace(c: Context<AppEnv>, token: string): Promise<Response> {
    const place = await inLane(c, token, others, places.read);
    return typeof place === 'string' ? answer(c, 'place', place) : answers.place(c, factsOf(place, token));
  }

  const { method, path: placePath } = answers.placeRequest;
  links.on(method, placePath, endpoint('link'), async (c) =>
    showPlace(c, tokenOf(c, method === 'GET' ? new FormData() : await readForm(c))),
  );

  links.post(placeActPath('change'), endpoint('link'), async (c) => {
    const form = await readForm(c);
    const change = (token: string) => places.change(token, textIn(form, 'email'));
    return answer(c, 'change', await inLane(c, tokenOf(c, form), others, change));
  });

  links.post(placeActPath('erase'), endpoint('link'), async (c) => {
    const done = await inLane(c, tokenOf(c, await readForm(c)), others, places.erase);
    return answer(c, 'erase', done === true ? 'erased' : done);
  });

  links.post(placeActPath('download'), endpoint('link'), async (c) => {
    const file = await inLane(c, tokenOf(c, await readForm(c)), others, places.download);
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
