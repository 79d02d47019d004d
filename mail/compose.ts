import type { Buffer } from 'node:buffer';
import { createTransport } from 'nodemailer';
import { site } from '../content/site.ts';
import { domainOf } from '../waitlist/address.ts';
import type { LinkHome } from './links.ts';
import type { ComposedEmail } from './mail-server.ts';
import type { ClaimedEmail } from './outbox.ts';
import type { EmailTemplate } from './templates.ts';

export interface Sender extends LinkHome {
  /** The address in From; its domain is also that of the DKIM signature and of the bounce address. */
  from: string;
  /** Undefined if the mail server signs. */
  dkim?: { keySelector: string; privateKey: string } | undefined;
  /** Whether Postmark calls our web hook, so that it has to know how we name an email. */
  viaPostmark?: boolean | undefined;
}

interface EmailToCompose extends Pick<ClaimedEmail, 'messageId' | 'address'> {
  /** With all slots filled. */
  words: Omit<EmailTemplate, 'html'> & Partial<EmailTemplate>;
  /** The link that ends our emails to this person (RFC 8058). The founder's own email has none. */
  unsubscribe?: string;
}

/** For DKIM. RFC 8058, section 4, requires both List-Unsubscribe headers; nodemailer's default list lacks the second. */
const signedHeaders =
  'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post:Auto-Submitted';

/** Returns a function that composes emails as raw MIME messages, signed if there is a DKIM key. */
export function createComposer({ from, dkim, viaPostmark = false }: Omit<Sender, keyof LinkHome>) {
  const domain = domainOf(from);
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    dkim: dkim && { ...dkim, domainName: domain, headerFieldNames: signedHeaders },
  });

  return async function compose({
    messageId,
    address,
    words,
    unsubscribe,
  }: EmailToCompose): Promise<ComposedEmail> {
    // Unfolded, because some servers change a folded link and so break the signature.
    const onOneLine = (value: string) => ({ prepared: true, value });
    const envelope = { from: `bounce+${messageId}@${domain}`, to: address };
    const { message } = await composer.sendMail({
      ...words,
      from: { name: site.name, address: from },
      to: { name: '', address },
      envelope,
      messageId: `<${messageId}@${domain}>`,
      headers: {
        ...(unsubscribe !== undefined && {
          'List-Id': onOneLine(`<waitlist.${domain}>`),
          'List-Unsubscribe': onOneLine(`<${unsubscribe}>`),
          'List-Unsubscribe-Post': onOneLine('List-Unsubscribe=One-Click'),
        }),
        'Auto-Submitted': 'auto-generated',
        // Postmark gives it back with a bounce and does not show it to the recipient
        // (postmarkapp.com/support/article/1125-custom-metadata-faq).
        ...(viaPostmark && { 'X-PM-Metadata-Message': messageId }),
      },
    });
    return { envelope, raw: message as Buffer };
  };
}
