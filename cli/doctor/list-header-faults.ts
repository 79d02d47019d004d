import PostalMime from 'postal-mime';
import { createComposer, type Sender } from '../../mail/compose.ts';
import { newToken } from '../../mail/links.ts';
import { welcomeWords } from '../../mail/own-words.ts';
import { readTemplates } from '../../mail/templates.ts';

/** Required by RFC 8058, and by Gmail, Yahoo and Outlook.com for bulk senders. */
const listHeaders = ['list-unsubscribe', 'list-unsubscribe-post'];

/** Composes a welcome email without sending it, and checks its headers. Never throws. */
export async function composedFaults(sender: Sender, folder: string): Promise<string[]> {
  try {
    const { welcome } = await readTemplates(folder);
    const email = {
      messageId: '0'.repeat(32),
      kind: 'welcome',
      version: null,
      email: 'nobody@example.org',
      source: 'cta',
      consentedOn: '2026-11-22',
      tokens: { confirm: newToken(), leave: newToken(), 'not-me': newToken() },
    } as const;
    const words = welcomeWords(welcome, email, sender.siteUrl);
    const { raw } = await createComposer(sender)({ ...email, words });
    return await listHeaderFaults(raw, sender.dkim !== undefined);
  } catch (error) {
    return [`No email can be written: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * Checks that an email offers a one-click unsubscribe, and that its DKIM signature covers it.
 * @param isSigned whether we sign; otherwise the mail server has to
 */
export async function listHeaderFaults(message: string | Buffer, isSigned: boolean): Promise<string[]> {
  const parsed = await PostalMime.parse(message);
  const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));
  const faults = [];
  if (!/^<https:/.test(headers.get('list-unsubscribe') ?? '')) {
    faults.push(
      `An email's List-Unsubscribe is ${headers.get('list-unsubscribe') ?? 'not there'}: mail providers offer to unsubscribe by one click for https alone. Set SITE_URL to the https address of the site.`,
    );
  }
  if (headers.get('list-unsubscribe-post') !== 'List-Unsubscribe=One-Click') {
    faults.push(
      'An email has no List-Unsubscribe-Post: its readers would press “spam” instead. Take this software as it was released.',
    );
  }
  if (isSigned && !isSignedOver(headers.get('dkim-signature') ?? '')) {
    faults.push(
      'An email’s DKIM signature leaves out its List-Unsubscribe headers: mail providers would not trust them. Check DKIM_KEY_FILE, or take this software as it was released.',
    );
  }
  return faults;
}

function isSignedOver(signature: string): boolean {
  const [, signed = ''] = /\bh=([^;]*)/.exec(signature) ?? [];
  const names = signed
    .toLowerCase()
    .split(':')
    .map((name) => name.trim());
  return listHeaders.every((name) => names.includes(name));
}
