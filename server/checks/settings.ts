import { site } from '../../content/site.ts';
import { domainOf } from '../../waitlist/address.ts';
import { type ErasurePromise, erasureReminder } from '../../waitlist/erasure-day.ts';
import { localAnonKey } from '../setting-fields.ts';
import type { Settings } from '../settings.ts';

/** The facts of the owner that are checked. */
interface Facts {
  url: string;
  launchTarget: { quarter: string };
  erasure: ErasurePromise;
}

/** Finds the settings and facts that let the server start but would spoil a launch. */
export function checkSettings(
  settings: Pick<Settings, 'siteUrl' | 'trustedProxies' | 'backendUrl' | 'anonKey' | 'mail'>,
  today: Date,
  facts: Facts = site,
): string[] {
  const { siteUrl, trustedProxies, backendUrl, anonKey, mail } = settings;
  const faults = [];

  if (siteUrl === undefined)
    faults.push(
      `SITE_URL is not set: search engines and shared links would be sent to ${facts.url}. Set it to the address visitors type.`,
    );
  else if (!isPublicName(new URL(siteUrl).hostname))
    faults.push(`SITE_URL is ${siteUrl}, which is no public name. Set it to the address visitors type.`);
  if (siteUrl?.startsWith('http:'))
    faults.push(
      'SITE_URL is not https: addresses would cross the net in the clear. Put a proxy that speaks https in front.',
    );
  // The server itself serves only HTTP, so https means a proxy. If it is not counted, its address stands for every visitor.
  const isUncountedProxy = siteUrl?.startsWith('https:') && trustedProxies === 0 && backendUrl === undefined;
  if (isUncountedProxy)
    faults.push(
      'TRUST_PROXY is 0 though SITE_URL is https: all visitors would share the limit of one, and soon nobody could join. Set it to the number of proxies in front.',
    );

  if (backendUrl !== undefined && anonKey === localAnonKey)
    faults.push(
      'VITE_BACKEND_URL is another back end, but BACKEND_ANON_KEY is the key of a fresh copy of this project: a hosted back end would refuse every join. Set the key it gave you.',
    );

  // back-end.ts asks another back end whether it sends emails.
  if (mail === undefined && backendUrl === undefined)
    faults.push(
      'SMTP_URL is not set: the site promises an email to everybody who joins, and none is sent. Set it, and MAIL_FROM.',
    );
  const mailDomain = mail && domainOf(mail.sender.from);
  if (mailDomain !== undefined && !isPublicName(mailDomain))
    faults.push(`MAIL_FROM is at ${mailDomain}, which is no public name: mail servers will refuse it.`);

  const launchFault = launchTargetFault(facts.launchTarget.quarter, today);
  if (launchFault !== undefined) faults.push(launchFault);
  const reminder = erasureReminder(today, facts.erasure);
  if (reminder !== undefined) faults.push(reminder);
  return faults;
}

function launchTargetFault(launchTarget: string, today: Date): string | undefined {
  const [, quarter, year] = /^Q([1-4]) (\d{4})$/.exec(launchTarget) ?? [];
  const name = `The launch target in content/site.ts, ${launchTarget},`;
  if (quarter === undefined)
    return `${name} is no quarter such as Q3 2027: this check cannot tell when it is over. Write it that way.`;
  const monthAfterIt = Number(quarter) * 3;
  if (today < new Date(Date.UTC(Number(year), monthAfterIt))) return undefined;
  return `${name} is over: visitors would read a promise that was not kept. Set the new one, and when it was set.`;
}

/** IP addresses, and names reserved for this machine, the local network or documentation (RFC 2606, RFC 6761, RFC 6762). */
const notPublic = /(^|\.)(localhost|local|test|invalid|example|example\.(com|net|org))$|^\[|^[\d.]+$/;

/** Whether a host name can be resolved by everybody. */
export const isPublicName = (hostname: string): boolean => !notPublic.test(hostname);
