import { type Context, Hono } from 'hono';
import { dateInWords } from '../content/date-in-words.ts';
import { sourceInWords } from '../content/join-fields.ts';
import { place as words } from '../content/pages/place.ts';
import { placeActPath, waitlistPath } from '../content/paths.ts';
import { fillSlots } from '../mail/fill-emails.ts';
import type { LinkedEntries, LinkedEntry } from '../mail/linked-entries.ts';
import { type Links, linkPages, linkPurposes, type Via } from '../mail/links.ts';
import { createLane, type Lane } from './lane.ts';
import { endpoint, readBody } from './middleware.ts';
import { type AppEnv, type Logger, logError } from './responses.ts';

/** What the routes need of a list: its links, and the entries to which they lead. */
export interface EmailLinks extends Links {
  entries: LinkedEntries;
}

/** For each outcome of a button: the prerendered page that says it, and its status. */
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

export type LinkOutcome = keyof typeof answerPages;

/** What the page *Your place* says, by the names of its slots. Each column of the entry is a slot too. */
interface EntryFacts extends Record<string, string> {
  token: string;
  status: string;
  source: string;
  wording: string;
  joined: string;
  confirmed: string;
  left: string;
  agreed: string;
}

/** How links are answered. Our server sends the page; a Supabase function redirects to the static site. */
export interface LinkAnswers {
  outcome(c: Context<AppEnv>, outcome: LinkOutcome, via: Via): Response;
  /** The request by which *Your place* reads an entry. */
  entryRequest: { method: 'GET' | 'POST'; path: string };
  entry(c: Context<AppEnv>, facts: EntryFacts): Response;
  /** Answers the request for an entry that is not there, or cannot be read. */
  noEntry(c: Context<AppEnv>, outcome: 'broken' | 'failed'): Response;
}

/** The posted fields. RFC 8058 allows urlencoded and multipart. Empty if the body is neither. */
async function readForm(c: Context<AppEnv>): Promise<FormData> {
  const headers = { 'content-type': c.req.header('content-type') ?? 'application/x-www-form-urlencoded' };
  const body = new Response(await readBody(c), { headers });
  return body.formData().catch(() => new FormData());
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

function statusOf({ leftOn, confirmedOn }: LinkedEntry): string {
  if (leftOn) return words.states.left;
  if (confirmedOn) return words.states.confirmed;
  return words.states.unconfirmed;
}

/** The facts of an entry as its page says them. */
function factsOf(entry: LinkedEntry, token: string): EntryFacts {
  const { row, joinedOn, confirmedOn, leftOn, consentedOn, wording } = entry;
  const columns = Object.entries(row).map(([column, value]) => [column, String(value ?? '–')]);
  const dayOf = (date: string | null) => (date === null ? '' : dateInWords(date));
  const days = {
    joined: dayOf(joinedOn),
    confirmed: dayOf(confirmedOn),
    left: dayOf(leftOn),
    agreed: dayOf(consentedOn),
  };
  return {
    ...Object.fromEntries(columns),
    ...days,
    token,
    wording,
    status: fillSlots(statusOf(entry), days),
    source: sourceInWords(row.source),
  };
}

/** The end of the work for a link. `broken`: there is no such link. `failed`: the database cannot answer, or too many wait. */
type LinkWork<Result> = { status: 'done'; result: Result } | { status: 'broken' | 'failed' };

/**
 * What the links in emails lead to. Only a POST has an effect: scanners open every link and run its scripts. The token alone
 * authorizes, in the query or in the form: a provider's one-click POST (RFC 8058) has no cookie, Origin or key.
 */
export function createLinkRoutes(
  { isOurs, follow, entries }: EmailLinks,
  answers: LinkAnswers,
  log: Logger,
): Hono<AppEnv> {
  const links = new Hono<AppEnv>();
  // However many links are followed at once, they hold few connections to the database. Nobody who leaves waits for the others.
  const leaving = createLane({ atOnce: 4, maxWaiting: 1000 });
  const others = createLane({ atOnce: 1, maxWaiting: 200 });

  /** Does the work of a link in its lane. It never throws. */
  async function inLane<Result>(
    c: Context<AppEnv>,
    token: string,
    lane: Lane,
    act: (token: string) => Promise<Result | false | undefined>,
  ): Promise<LinkWork<Result>> {
    try {
      // A foreign link costs the database nothing, and is answered while it is away.
      if (!(await isOurs(token))) return { status: 'broken' };
      const result = await lane(() => act(token));
      if (result === false || result === undefined) return { status: 'broken' };
      return { status: 'done', result };
    } catch (error) {
      logError(log, error as Error, c.get('requestId'));
      return { status: 'failed' };
    }
  }

  const countOutcome = (c: Context<AppEnv>, action: string, { status }: LinkWork<unknown>) =>
    c.set('outcome', `${action} ${status}`);

  const tokenOf = (c: Context<AppEnv>, form: FormData) => c.req.query('t') ?? textIn(form, 't');

  for (const purpose of linkPurposes) {
    const { path, endsEmails } = linkPages[purpose];
    const lane = endsEmails ? leaving : others;
    links.post(path, endpoint('link'), async (c) => {
      const form = await readForm(c);
      const via: Via = textIn(form, 'List-Unsubscribe') === 'One-Click' ? 'one-click' : 'link';
      const work = await inLane(c, tokenOf(c, form), lane, (token) => follow({ token, purpose, via }));
      countOutcome(c, purpose, work);
      return answers.outcome(c, work.status === 'done' ? purpose : work.status, via);
    });
  }

  const { method, path: entryPath } = answers.entryRequest;
  links.on(method, entryPath, endpoint('link'), async (c) => {
    const form = method === 'GET' ? new FormData() : await readForm(c);
    const token = tokenOf(c, form);
    const work = await inLane(c, token, others, entries.read);
    if (work.status === 'done') return answers.entry(c, factsOf(work.result, token));
    countOutcome(c, 'place', work);
    return answers.noEntry(c, work.status);
  });

  links.post(placeActPath('change'), endpoint('link'), async (c) => {
    const form = await readForm(c);
    const change = (token: string) => entries.change(token, textIn(form, 'email'));
    const work = await inLane(c, tokenOf(c, form), others, change);
    countOutcome(c, 'change', work);
    return answers.outcome(c, work.status === 'done' ? work.result : work.status, 'link');
  });

  links.post(placeActPath('erase'), endpoint('link'), async (c) => {
    const work = await inLane(c, tokenOf(c, await readForm(c)), others, entries.erase);
    countOutcome(c, 'erase', work);
    return answers.outcome(c, work.status === 'done' ? 'erased' : work.status, 'link');
  });

  links.post(placeActPath('download'), endpoint('link'), async (c) => {
    const work = await inLane(c, tokenOf(c, await readForm(c)), others, entries.download);
    countOutcome(c, 'download', work);
    if (work.status !== 'done') return answers.outcome(c, work.status, 'link');
    const headers = {
      ...c.get('responseHeaders'),
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="my-place.json"',
    };
    return new Response(work.result, { headers });
  });
  return links;
}
