import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { Sender } from '../../mail/compose.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';
import { readTemplates } from '../../mail/templates.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { domainOf } from '../../waitlist/address.ts';
import { isPublicName } from './settings.ts';

/** A signal that is not given: nothing ends a check early. */
const never = new AbortController().signal;

/**
 * Checks whether emails can be sent and will be accepted by receivers. It never throws.
 * @param options the folder of the build, and a signal that ends the connection to the mail server and the questions to DNS
 */
export async function checkMail(
  { smtp, sender }: { smtp: SmtpAddress; sender: Pick<Sender, 'from' | 'dkim'> },
  { folder = 'dist', signal = never }: { folder?: string; signal?: AbortSignal } = {},
): Promise<string[]> {
  const faults = await Promise.all([
    checkMailServer(smtp, signal),
    checkTemplates(folder),
    // checkSettings reports a name that is not public.
    isPublicName(domainOf(sender.from)) ? checkDns(sender, signal) : [],
  ]);
  return faults.flat();
}

async function checkTemplates(folder: string): Promise<string[]> {
  try {
    await readTemplates(folder);
    return [];
  } catch (error) {
    return [`No email can be written: ${reasonOf(error)}`];
  }
}

/** Milliseconds; shorter than the worker's, because a person is waiting. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };

/** Connects to the mail server, upgrades to TLS and logs in as the worker does, and sends nothing. It never throws. */
export async function checkMailServer(smtp: SmtpAddress, signal = never): Promise<string[]> {
  try {
    const server = await connectToMailServer(smtp, signal, timeouts);
    server.close();
    return [];
  } catch (error) {
    // A MailError says both what happened and what to do.
    return [`${reasonOf(error)} Until that is put right every email waits.`];
  }
}

/**
 * Checks the DNS records by which receivers authenticate emails, SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), and
 * whether the domain receives mail. Never throws.
 * @param signal ends the questions
 */
export async function checkDns(
  { from, dkim }: Pick<Sender, 'from' | 'dkim'>,
  signal = never,
  // A name server usually answers within a second.
  resolver = new Resolver({ timeout: 3000, tries: 2 }),
): Promise<string[]> {
  const domain = domainOf(from);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    const faults = [
      spfFault(domain, await textsOf(domain, resolver)),
      dkim && (await dkimFault(domain, dkim, resolver)),
      await dmarcFault(domain, resolver),
      await mxFault(domain, resolver),
    ];
    return faults.filter((fault) => fault !== undefined);
  } catch (error) {
    return [
      `DNS does not answer for ${domain} (${reasonOf(error)}), so SPF, DKIM and DMARC were not looked at. Run this where names can be looked up.`,
    ];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function spfFault(domain: string, texts: string[]): string | undefined {
  const [record, ...others] = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (record === undefined)
    return `${domain} has no SPF record: anybody may send in its name, and Gmail, Yahoo and Outlook.com refuse. Add to DNS: ${domain} TXT "v=spf1 include:YOUR-PROVIDER -all".`;
  if (others.length > 0)
    return `${domain} has ${others.length + 1} SPF records, and receivers then heed none. Make one of them in DNS.`;
  if (/[~-]all\b|\bredirect=/i.test(record)) return undefined;
  return `The SPF record of ${domain} refuses nobody: “${record}”. End it in DNS with -all, or ~all while you try.`;
}

async function dkimFault(
  domain: string,
  { keySelector, privateKey }: NonNullable<Sender['dkim']>,
  resolver: Resolver,
): Promise<string | undefined> {
  const name = `${keySelector}._domainkey.${domain}`;
  const ours = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const published = (await textsOf(name, resolver)).map((text) => tagOf(text, 'p')).find((key) => key);
  if (published?.replace(/\s/g, '') === ours) return undefined;
  const fault = published
    ? `${name} has another DKIM key than DKIM_KEY_FILE: every signature of ours fails.`
    : `${name} has no DKIM key: the signatures of our emails cannot be checked.`;
  return `${fault} Put into DNS: ${name} TXT "v=DKIM1; k=rsa; p=${ours}".`;
}

async function dmarcFault(domain: string, resolver: Resolver): Promise<string | undefined> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const record = (await textsOf(`_dmarc.${name}`, resolver)).find((text) => /^v=DMARC1\b/i.test(text));
    if (record === undefined) continue;
    if (/^(none|quarantine|reject)$/i.test(tagOf(record, 'p') ?? '')) return undefined;
    return `The DMARC record of ${name} has no policy that receivers know: “${record}”. Put p=none, p=quarantine or p=reject into it.`;
  }
  return `${domain} has no DMARC record: Gmail, Yahoo and Outlook.com refuse senders of many emails without one. Add to DNS: _dmarc.${domain} TXT "v=DMARC1; p=none; rua=mailto:YOUR-ADDRESS", and p=reject once the reports are clean.`;
}

/** Bounces and replies go to the domain of the sender. */
async function mxFault(domain: string, resolver: Resolver): Promise<string | undefined> {
  const records = await recordsOf(resolver.resolveMx(domain));
  // An empty exchange says that the domain accepts no mail (RFC 7505).
  if (records.some(({ exchange }) => exchange !== '')) return undefined;
  return `${domain} has no MX record: bounces, and what people answer, are lost. Add the one of the server that takes its mail to DNS.`;
}

/** The TXT records of a name; the strings of one record are joined. */
const textsOf = async (name: string, resolver: Resolver) =>
  (await recordsOf(resolver.resolveTxt(name))).map((strings) => strings.join(''));

/** Empty if there are none, or no such name. @throws Error of c-ares if the lookup fails */
const recordsOf = <Record>(lookup: Promise<Record[]>): Promise<Record[]> =>
  lookup.catch((error) => {
    if (['ENODATA', 'ENOTFOUND'].includes(error.code)) return [];
    throw error;
  });

/** One tag of a record such as `v=DKIM1; k=rsa; p=…` (RFC 6376, 3.2). */
const tagOf = (record: string, name: string) =>
  new RegExp(`(?:^|;)\\s*${name}\\s*=([^;]*)`, 'i').exec(record)?.[1]?.trim();
