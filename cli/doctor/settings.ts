import { site } from '../../content/site.ts';
import { reasonOf } from '../../database/database.ts';
import { localAnonKey, type Settings } from '../../server/settings.ts';
import { type ErasurePromise, erasureReminder } from '../../waitlist/retention.ts';

/** Finds settings and the owner's facts with which the server starts but a launch would go wrong. */
export function checkSettings(
  { siteUrl, trustedProxies, backendUrl, anonKey, mail }: Settings,
  today: Date,
  facts: { url: string; launchTarget: { quarter: string }; erasure: ErasurePromise } = site,
): string[] {
  const { launchTarget, erasure } = facts;
  const mailDomain = mail && domainOf(mail.sender.from);
  const [, quarter, year] = /^Q([1-4]) (\d{4})$/.exec(launchTarget.quarter) ?? [];
  const target = `The launch target in content/site.ts, ${launchTarget.quarter},`;
  const faults = [
    siteUrl === undefined &&
      `SITE_URL is not set: search engines and shared links would be sent to ${facts.url}. Set it to the address visitors type.`,
    siteUrl !== undefined &&
      !isPublicName(new URL(siteUrl).hostname) &&
      `SITE_URL is ${siteUrl}, which is no public name. Set it to the address visitors type.`,
    siteUrl?.startsWith('http:') &&
      'SITE_URL is not https: addresses would cross the net in the clear. Put a proxy that speaks https in front.',
    // The server itself serves only HTTP, so https means a proxy; one that is not counted is taken for every visitor.
    siteUrl?.startsWith('https:') &&
      trustedProxies === 0 &&
      backendUrl === undefined &&
      'TRUST_PROXY is 0 though SITE_URL is https: all visitors would share the limit of one, and soon nobody could join. Set it to the number of proxies in front.',
    backendUrl !== undefined &&
      anonKey === localAnonKey &&
      'VITE_BACKEND_URL is another back end, but BACKEND_ANON_KEY is the key of a fresh copy of this project: a hosted back end would refuse every join. Set the key it gave you.',
    // Of another back end backend.ts asks.
    mailDomain === undefined &&
      backendUrl === undefined &&
      'SMTP_URL is not set: whoever joins is promised an email, and none is sent. Set it, and MAIL_FROM.',
    mailDomain !== undefined &&
      !isPublicName(mailDomain) &&
      `MAIL_FROM is at ${mailDomain}, which is no public name: mail servers will refuse it.`,
    quarter === undefined &&
      `${target} is no quarter such as Q3 2027: this check cannot tell when it is over. Write it that way.`,
    today >= new Date(Date.UTC(Number(year), Number(quarter) * 3)) &&
      `${target} is over: visitors would read a promise that was not kept. Set the new one, and when it was set.`,
    erasureReminder(today, erasure),
  ];
  return faults.filter((fault) => typeof fault === 'string');
}

/** The headers that every page must have, and what would go wrong without each. */
const requiredHeaders = {
  'strict-transport-security': 'browsers would come back without encryption',
  'content-security-policy': 'a script that was smuggled in would run',
  'x-content-type-options': 'browsers would guess what a file is',
};

/** Requests the public address as a visitor would. Never throws. */
export async function checkAddress(siteUrl: string, ask: typeof fetch = fetch): Promise<string[]> {
  const answer = await tryFetch(`${siteUrl}/`, {}, ask);
  if (typeof answer === 'string')
    return [`${siteUrl} does not answer (${answer}). Check the name, the certificate and the proxy.`];
  if (answer.status !== 200)
    return [
      `${siteUrl} answers ${answer.status}. Check the proxy in front of the server, or the static host.`,
    ];
  const faults = Object.entries(requiredHeaders)
    .filter(([name]) => !answer.headers.has(name))
    .map(
      ([name, harm]) =>
        `${siteUrl} answers without ${name}: ${harm}. Build and start with SITE_URL, and let the proxy pass headers on.`,
    );
  if (!siteUrl.startsWith('https:')) return faults;
  const plain = siteUrl.replace('https:', 'http:');
  const inTheClear = await tryFetch(`${plain}/`, {}, ask);
  // A closed port 80 is no fault: nothing is served without encryption.
  if (typeof inTheClear !== 'string' && !inTheClear.headers.get('location')?.startsWith('https:'))
    faults.push(
      `${plain} is served without encryption (status ${inTheClear.status}). Let the proxy redirect it to https.`,
    );
  return faults;
}

/** The response, or why there is none; a redirect is one, unless `init` has it followed. */
export const tryFetch = (url: string, init: RequestInit, ask = fetch): Promise<Response | string> =>
  // Longer than any visitor would wait.
  ask(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init }).catch((error) =>
    reasonOf(error.cause ?? error),
  );

/** IP addresses, and names reserved for this machine, the local network or documentation (RFC 2606, RFC 6761, RFC 6762). */
const notPublic = /(^|\.)(localhost|local|test|invalid|example|example\.(com|net|org))$|^\[|^[\d.]+$/;

/** Whether a host name can be resolved by everybody. */
export const isPublicName = (hostname: string): boolean => !notPublic.test(hostname);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
