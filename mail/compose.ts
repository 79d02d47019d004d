import { createTransport } from 'nodemailer';
import { site } from '../content/site.ts';
import { linkTo } from './links.ts';
import type { ComposedEmail } from './mail-server.ts';
import type { EmailTemplate } from './templates.ts';

export interface Sender {
  /** The address in From; its domain signs and takes the bounces. */
  from: string;
  /** For DKIM, where no later server signs. */
  dkim?: { selector: string; privateKey: string } | undefined;
  /** The site's address, for the links, without a slash at its end. */
  siteUrl: string;
}

export interface Message {
  /** Its name in the Message-ID and in the envelope's sender. */
  reference: string;
  email: string;
  /** Its own words, with no slot left. */
  words: EmailTemplate;
  tokens: { leave: string };
}

/** Under the signature (RFC 8058, section 4, wants both List headers there; nodemailer's own list lacks the second). */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted';

/** Makes what writes one email after another, signed, as it goes over the line. */
export function createComposer({ from, dkim, siteUrl }: Sender) {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  });

  return async function compose({ reference, email, words, tokens }: Message): Promise<ComposedEmail> {
    const leave = linkTo(siteUrl, 'leave', tokens.leave);
    // Unfolded: a folded link breaks the signature at some servers.
    const onOneLine = (value: string) => ({ prepared: true, value });
    const envelope = { from: `bounce+${reference}@${domain}`, to: email };
    const { message } = await composer.sendMail({
      ...words,
      from: { name: site.name, address: from },
      to: { name: '', address: email },
      envelope,
      messageId: `<${reference}@${domain}>`,
      headers: {
        'List-Id': onOneLine(`<waitlist.${domain}>`),
        'List-Unsubscribe': onOneLine(`<${leave}>`),
        'List-Unsubscribe-Post': onOneLine('List-Unsubscribe=One-Click'),
        'Auto-Submitted': 'auto-generated',
      },
    });
    return { envelope, raw: message as Buffer };
  };
}
