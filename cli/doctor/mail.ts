import { createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createComposer, type Sender } from '../../mail/compose.ts';
import { welcomeWords } from '../../mail/fill-emails.ts';
import { newToken } from '../../mail/links.ts';
import { connectToMailServer } from '../../mail/mail-server.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';
import { readTemplates } from '../../mail/templates.ts';
import { reasonOf } from '../terminal.ts';
import { domainOf, isPublicName } from './settings.ts';

/**
 * Checks whether emails can be sent and will be accepted by receivers.
 * @returns a sentence or two for each fault: what is wrong and what to do. Never throws.
 */
export async function checkMail({ smtp, sender }: { smtp: SmtpAddress; sender: Sender }): Promise<string[]> {
  const faults = await Promise.all([
    checkMailServer(smtp),
    checkComposed(sender, 'dist'),
    // A name that is not public is reported under settings.
    isPublicName(domainOf(sender.from)) ? checkDns(sender) : [],
  ]);
  return faults.flat();
}

/** Milliseconds; shorter than the worker's, because a person is waiting. */
const defaultTimeouts = { connection: 10_000, greeting: 10_000, reply: 10_000 };

/** Connects to the mail server, upgrades to TLS and logs in as the worker does, and sends nothing. Never throws. */
export async function checkMailServer(smtp: SmtpAddress, timeouts = defaultTimeouts): Promise<string[]> {
  try {
    (await connectToMailServer(smtp, new AbortController().signal, timeouts)).close();
    return [];
  } catch (error) {
    // A MailProblem says both what happened and what to do.
    return [`${reasonOf(error)} Until that is put right every email waits.`];
  }
}

/** Composes, and signs, a welcome email without sending it. Never throws. */
export async function checkComposed(sender: Sender, folder: string): Promise<string[]> {
  try {
    const { welcome } = await readTemplates(folder);
    const email = {
      messageId: '0'.repeat(32),
      words: null,
      email: 'nobody@example.org',
      source: 'cta',
      consentedOn: '2026-11-22',
      tokens: { confirm: newToken(), leave: newToken(), 'not-me': newToken() },
    } as const;
    await createComposer(sender)({ ...email, words: welcomeWords(welcome, email, sender.siteUrl) });
    return [];
  } catch (error) {
    return [`No email can be written: ${reasonOf(error)}`];
  }
}

/** For each of two tries; a name server usually answers within a second. */
const timeoutMs = 3000;

/** The codes of c-ares for a name that has no such record or does not exist. */
const noRecordCodes = ['ENODATA', 'ENOTFOUND'];

/**
 * Checks the DNS records by which receivers authenticate emails, SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), and
 * whether the domain receives mail. Never throws.
 */
export async function checkDns(
  { from, dkim }: Pick<Sender, 'from' | 'dkim'>,
  resolver = new Resolver({ timeout: timeoutMs, tries: 2 }),
): Promise<string[]> {
  const domain = domainOf(from);
  try {
    const faults = await Promise.all([
      spfFaults(domain, resolver),
      dkim ? dkimFaults(domain, dkim, resolver) : [],
      dmarcFaults(domain, resolver),
      mailboxFaults(domain, resolver),
    ]);
    return faults.flat();
  } catch (error) {
    return [
      `DNS does not answer for ${domain} (${reasonOf(error)}), so SPF, DKIM and DMARC were not looked at. Run this where names can be looked up.`,
    ];
  }
}

async function spfFaults(domain: string, resolver: Resolver): Promise<string[]> {
  const records = (await textsOf(domain, resolver)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined) {
    return [
      `${domain} has no SPF record: anybody may send in its name, and Gmail, Yahoo and Outlook.com refuse. Add to DNS: ${domain} TXT "v=spf1 include:YOUR-PROVIDER -all".`,
    ];
  }
  if (records.length > 1) {
    return [
      `${domain} has ${records.length} SPF records, and receivers then heed none. Make one of them in DNS.`,
    ];
  }
  if (/[~-]all\b|\bredirect=/i.test(record)) return [];
  return [
    `The SPF record of ${domain} refuses nobody: “${record}”. End it in DNS with -all, or ~all while you try.`,
  ];
}

async function dkimFaults(
  domain: string,
  { selector, privateKey }: NonNullable<Sender['dkim']>,
  resolver: Resolver,
): Promise<string[]> {
  const name = `${selector}._domainkey.${domain}`;
  const ours = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const published = (await textsOf(name, resolver)).map((text) => tagsOf(text).get('p')).find((key) => key);
  if (published?.replace(/\s/g, '') === ours) return [];
  const problem =
    published === undefined
      ? `${name} has no DKIM key: the signatures of our emails cannot be checked.`
      : `${name} has another DKIM key than DKIM_KEY_FILE: every signature of ours fails.`;
  return [`${problem} Put into DNS: ${name} TXT "v=DKIM1; k=rsa; p=${ours}".`];
}

async function dmarcFaults(domain: string, resolver: Resolver): Promise<string[]> {
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const record = (await textsOf(`_dmarc.${name}`, resolver)).find((text) => /^v=DMARC1\b/i.test(text));
    if (record === undefined) continue;
    if (/^(none|quarantine|reject)$/i.test(tagsOf(record).get('p') ?? '')) return [];
    return [
      `The DMARC record of ${name} has no policy that receivers know: “${record}”. Put p=none, p=quarantine or p=reject into it.`,
    ];
  }
  return [
    `${domain} has no DMARC record: Gmail, Yahoo and Outlook.com refuse whoever writes to many without. Add to DNS: _dmarc.${domain} TXT "v=DMARC1; p=none; rua=mailto:YOUR-ADDRESS", and p=reject once the reports are clean.`,
  ];
}

/** Bounces and replies go to the domain of MAIL_FROM. */
async function mailboxFaults(domain: string, resolver: Resolver): Promise<string[]> {
  const exchanges = await recordsOf(() => resolver.resolveMx(domain));
  // An empty exchange says that the domain accepts no mail (RFC 7505).
  if (exchanges.some(({ exchange }) => exchange !== '')) return [];
  return [
    `${domain} has no MX record: bounces, and what people answer, are lost. Add the one of the server that takes its mail to DNS.`,
  ];
}

/** The TXT records of a name; the strings of one record are joined. */
async function textsOf(name: string, resolver: Resolver): Promise<string[]> {
  return (await recordsOf(() => resolver.resolveTxt(name))).map((strings) => strings.join(''));
}

/** Empty if there are none. @throws Error of c-ares if the lookup fails */
async function recordsOf<Record>(ask: () => Promise<Record[]>): Promise<Record[]> {
  try {
    return await ask();
  } catch (error) {
    if (noRecordCodes.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** The tags of a record such as `v=DKIM1; k=rsa; p=…` (RFC 6376, 3.2). */
function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').map((tag) => {
      const sign = tag.indexOf('=');
      return [tag.slice(0, sign).trim().toLowerCase(), tag.slice(sign + 1).trim()];
    }),
  );
}
