import { linkPages, linksFunction } from '../../mail/links.ts';
import { emailsAreSent } from '../../mail/sending.ts';
import type { TurnStatus } from '../../mail/turn.ts';
import type { Settings } from '../settings.ts';
import { tryFetch } from './try-fetch.ts';

type BackEnd = Pick<Settings, 'siteUrl' | 'anonKey' | 'mailFunctionKey'> & { backendUrl: string };

/**
 * Asks a back end of another origin than the site's: which address its doors count, where its links lead, and whether it sends emails.
 * It may be a hosted Supabase or a server of this project. It never throws.
 * @param say gets sentences that are worth knowing and no fault
 */
export async function checkBackEnd(
  backEnd: BackEnd,
  say: (sentence: string) => void,
  ask: typeof fetch = fetch,
): Promise<string[]> {
  const { backendUrl } = backEnd;
  const answer = await tryFetch(backendUrl, {}, ask);
  if (typeof answer === 'string')
    return [`${backendUrl} does not answer (${answer}). Check VITE_BACKEND_URL.`];
  return [
    ...(await askDoors(backEnd, say, ask)),
    ...(await askJoins(backEnd, ask)),
    ...(await askLinks(backEnd, ask)),
    ...(await askMail(backEnd, say, ask)),
  ];
}

/** An address for documentation (RFC 5737). A door that answers with it has believed what the caller wrote. */
const writtenAddress = '192.0.2.1';

/** The two ways into a hosted Supabase that count visitors. */
const doors = {
  function: 'functions/v1/enhanced-waitlist/client',
  procedure: 'rest/v1/rpc/waitlist_client',
};

/**
 * Asks both doors of a hosted Supabase which address they count for this call (waitlist.settings.hosted_proxies). Each address goes to
 * `say`: only the owner knows whether it is that of this machine. A server of this project has no such doors and no fault:
 * TRUST_PROXY counts there.
 */
async function askDoors(
  { backendUrl, anonKey }: BackEnd,
  say: (sentence: string) => void,
  ask: typeof fetch,
): Promise<string[]> {
  const headers = { apikey: anonKey, 'x-forwarded-for': writtenAddress };
  const faults = [];
  for (const [door, path] of Object.entries(doors)) {
    const answer = await tryFetch(`${backendUrl}/${path}`, { headers }, ask);
    if (typeof answer === 'string') return [`The ${door} does not answer (${answer}).`];
    const client = answer.ok ? await answer.json().catch(() => undefined) : undefined;
    const isNamed = typeof client === 'string' && client !== '';
    if (client === writtenAddress)
      faults.push(
        `The ${door} takes what a visitor writes for the visitor's address: hosted_proxies is too high. Lower it (deploy/supabase.md).`,
      );
    else if (isNamed)
      say(
        `The ${door} counts this call as a visit from ${client}. If that is not this machine's public address, hosted_proxies is wrong: deploy/supabase.md.`,
      );
    else if (answer.status >= 500)
      faults.push(`The ${door} cannot start or answer (status ${answer.status}). Look at its log.`);
    else if (answer.status !== 404)
      faults.push(
        `The ${door} does not say which address it counts (status ${answer.status}). Check BACKEND_ANON_KEY, and that this version is deployed.`,
      );
  }
  return faults;
}

/** Asks whether there is a door for joins at all. A GET joins nobody: it is refused as another method. */
async function askJoins({ backendUrl, anonKey }: BackEnd, ask: typeof fetch): Promise<string[]> {
  const headers = { apikey: anonKey };
  const answer = await tryFetch(`${backendUrl}/functions/v1/enhanced-waitlist`, { headers }, ask);
  if (typeof answer !== 'string' && answer.status !== 404) return [];
  return ['The function enhanced-waitlist is not there: nobody can join by the dialog. Deploy it.'];
}

/** Asks where a link in an email leads. */
async function askLinks({ backendUrl, siteUrl }: BackEnd, ask: typeof fetch): Promise<string[]> {
  const answer = await tryFetch(`${backendUrl}${linksFunction}${linkPages.leave.path}`, {}, ask);
  const why = typeof answer === 'string' ? answer : `status ${answer.status}`;
  if (typeof answer === 'string' || answer.status !== 303)
    return [
      `The function waitlist-links does not answer (${why}): nobody can confirm or leave. Deploy it, and look at its log.`,
    ];
  const leadsTo = answer.headers.get('location')?.split(linkPages.leave.path)[0];
  if (siteUrl === undefined || leadsTo === siteUrl) return [];
  return [
    `The function waitlist-links leads to ${leadsTo}, and the site is at ${siteUrl}. Set its secret SITE_URL.`,
  ];
}

/** Minutes without a call after which something is wrong: it is called every minute. */
const silentMinutes = 5;

/** Asks the function that sends: whether it is there, knows the secret, is called, and why emails wait if they do. */
async function askMail(
  { backendUrl, mailFunctionKey }: BackEnd,
  say: (sentence: string) => void,
  ask: typeof fetch,
): Promise<string[]> {
  const headers: Record<string, string> = {};
  if (mailFunctionKey !== undefined) headers.authorization = `Bearer ${mailFunctionKey}`;
  const answer = await tryFetch(`${backendUrl}/functions/v1/waitlist-mail`, { headers }, ask);
  if (typeof answer === 'string') return [`The function waitlist-mail does not answer (${answer}).`];
  if (answer.status === 404) return askServer(backendUrl, ask);
  if (answer.status === 401 && mailFunctionKey === undefined)
    return [
      'MAIL_FUNCTION_KEY is not set here, so the function waitlist-mail could not be asked. Set it to the secret of that name.',
    ];
  if (answer.status === 401)
    return ['MAIL_FUNCTION_KEY is not the secret that the function waitlist-mail has. Set both to the same.'];
  const said = await readJson<Partial<TurnStatus> & { message?: string }>(answer);
  if (!answer.ok)
    return [`The function waitlist-mail cannot work: ${said.message ?? `status ${answer.status}`}`];
  if (said.due === undefined)
    return ['Something other than the function waitlist-mail answers at its address. Deploy it again.'];
  const { minutesAgo = null, due = 0, why = null } = said;
  const called = minutesAgo === null ? 'was never called' : `was last called ${minutesAgo} min ago`;
  say(`The function waitlist-mail ${called}; ${due} emails are due.`);
  const faults = [];
  if (minutesAgo === null || minutesAgo >= silentMinutes)
    faults.push(
      `The function waitlist-mail ${called}. Look at the job waitlist-mail in cron.job_run_details (deploy/supabase.md).`,
    );
  if (why !== null) faults.push(why);
  return faults;
}

/** A back end without that function may be a server of this project, which says whether it sends. */
async function askServer(backendUrl: string, ask: typeof fetch): Promise<string[]> {
  const answer = await tryFetch(`${backendUrl}/readyz`, {}, ask);
  const { emails } = typeof answer === 'string' ? {} : await readJson<{ emails?: string }>(answer);
  if (emails === undefined)
    return ['Nothing sends emails: the function waitlist-mail is not deployed (deploy/supabase.md).'];
  return emails === emailsAreSent ? [] : [emails];
}

/** The JSON of an answer; empty when it is none. */
const readJson = async <Json extends object>(answer: Response): Promise<Json> =>
  Object(await answer.json().catch(() => undefined));
