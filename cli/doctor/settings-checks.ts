import { site } from '../../content/site.ts';
import { localAnonKey, type Settings } from '../../server/settings.ts';
import { type ErasurePromise, erasureReminder } from '../../waitlist/erase-expired.ts';

interface LaunchFacts {
  url: string;
  launchTarget: { quarter: string };
  erasure: ErasurePromise;
}

/**
 * Finds settings and dates with which the server starts but a launch would go wrong.
 * @param settings the server's, from the environment
 * @param today for the settings that have a date
 * @param facts the owner's facts that a launch depends on
 * @returns a sentence or two for each: what would go wrong and what to do
 */
export function checkSettings(settings: Settings, today: Date, facts: LaunchFacts = site): string[] {
  return [
    ...siteUrlFaults(settings.siteUrl, facts.url),
    ...proxyFaults(settings),
    ...keyFaults(settings),
    ...mailFaults(settings),
    ...dateFaults(today, facts),
  ];
}

function siteUrlFaults(siteUrl: string | undefined, fallback: string): string[] {
  if (siteUrl === undefined) {
    return [
      `SITE_URL is not set: search engines and shared links would be sent to ${fallback}. Set it to the address visitors type.`,
    ];
  }
  const { protocol, hostname } = new URL(siteUrl);
  const faults = [];
  if (!isPublicName(hostname)) {
    faults.push(`SITE_URL is ${siteUrl}, which is no public name. Set it to the address visitors type.`);
  }
  if (protocol !== 'https:') {
    faults.push(
      'SITE_URL is not https: addresses would cross the net in the clear. Put a proxy that speaks https in front.',
    );
  }
  return faults;
}

/** The server itself serves only HTTP, so https means a proxy. If it is not counted, its address is taken for every visitor's. */
function proxyFaults({ siteUrl, trustedProxies }: Settings): string[] {
  if (!siteUrl?.startsWith('https:') || trustedProxies > 0) return [];
  return [
    'TRUST_PROXY is 0 though SITE_URL is https: all visitors would share the limit of one, and soon nobody could join. Set it to the number of proxies in front.',
  ];
}

function keyFaults({ backendUrl, anonKey }: Settings): string[] {
  if (backendUrl === undefined || anonKey !== localAnonKey) return [];
  return [
    `VITE_BACKEND_URL is another back end, but BACKEND_ANON_KEY is the key of a fresh copy of this project: a hosted back end would refuse every join. Set the key it gave you.`,
  ];
}

/** With a static host or another back end the worker may run elsewhere; that one is not checked here. */
function mailFaults({ mail }: Settings): string[] {
  if (mail === undefined) {
    return [
      'SMTP_URL is not set: whoever joins is promised an email, and none is sent. Set it, and MAIL_FROM.',
    ];
  }
  const domain = domainOf(mail.sender.from);
  if (isPublicName(domain)) return [];
  return [`MAIL_FROM is at ${domain}, which is no public name: mail servers will refuse it.`];
}

const quarter = /^Q([1-4]) (\d{4})$/;

function dateFaults(today: Date, { launchTarget, erasure }: LaunchFacts): string[] {
  const [, number, year] = quarter.exec(launchTarget.quarter) ?? [];
  const faults = [];
  if (number === undefined) {
    faults.push(
      `The launch target in content/site.ts, ${launchTarget.quarter}, is no quarter such as Q3 2027: this check cannot tell when it is over. Write it that way.`,
    );
  } else if (today >= new Date(Date.UTC(Number(year), Number(number) * 3))) {
    faults.push(
      `The launch target in content/site.ts, ${launchTarget.quarter}, is over: visitors would read a promise that was not kept. Set the new one, and when it was set.`,
    );
  }
  const reminder = erasureReminder(today, erasure);
  if (reminder !== undefined) faults.push(reminder);
  return faults;
}

/** Longer than any visitor would wait. */
const timeoutMs = 10_000;

/** The headers that every page must have, and what would go wrong without each. */
const requiredHeaders = {
  'strict-transport-security': 'browsers would come back without encryption',
  'content-security-policy': 'a script that was smuggled in would run',
  'x-content-type-options': 'browsers would guess what a file is',
};

/**
 * Requests the public address as a visitor would.
 * @param siteUrl as in the settings
 * @returns a sentence or two for each fault: what is wrong and what to do. Never throws.
 */
export async function checkAddress(siteUrl: string, ask: typeof fetch = fetch): Promise<string[]> {
  const answer = await tryFetch(`${siteUrl}/`, ask);
  if (typeof answer === 'string') {
    return [`${siteUrl} does not answer (${answer}). Check the name, the certificate and the proxy.`];
  }
  if (answer.status !== 200) {
    return [`${siteUrl} answers ${answer.status}. Check that the proxy leads to this server.`];
  }
  const missing = Object.entries(requiredHeaders).filter(([name]) => !answer.headers.has(name));
  return [
    ...missing.map(
      ([name, harm]) =>
        `${siteUrl} answers without ${name}: ${harm}. Build and start with SITE_URL, and let the proxy pass headers on.`,
    ),
    ...(await plainHttpFaults(siteUrl, ask)),
  ];
}

async function plainHttpFaults(siteUrl: string, ask: typeof fetch): Promise<string[]> {
  if (!siteUrl.startsWith('https:')) return [];
  const plain = siteUrl.replace('https:', 'http:');
  const answer = await tryFetch(`${plain}/`, ask);
  // A closed port 80 is no fault: nothing is served without encryption.
  if (typeof answer === 'string') return [];
  if (answer.headers.get('location')?.startsWith('https:')) return [];
  return [
    `${plain} is served without encryption (status ${answer.status}). Let the proxy redirect it to https.`,
  ];
}

/** The response, or why there is none. */
async function tryFetch(url: string, ask: typeof fetch): Promise<Response | string> {
  try {
    return await ask(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** IP addresses, and names reserved for this machine, the local network or documentation (RFC 2606, RFC 6761, RFC 6762). */
const notPublic = /(^|\.)(localhost|local|test|invalid|example|example\.(com|net|org))$|^\[|^[\d.]+$/;

/** Whether a host name can be resolved by everybody. */
export const isPublicName = (hostname: string): boolean => !notPublic.test(hostname);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
