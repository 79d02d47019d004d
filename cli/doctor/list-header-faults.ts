import { createComposer, type Sender } from '../../mail/compose.ts';
import { readTemplates } from '../../mail/templates.ts';
import { newToken } from '../../mail/tokens.ts';

/** What RFC 8058 asks for, and Gmail, Yahoo and Outlook.com of whoever writes to many. */
const listHeaders = ['list-unsubscribe', 'list-unsubscribe-post'];

/** Writes the email that is owed for a join, to nobody, and looks at it. It never throws. */
export async function composedFaults(sender: Sender, folder: string): Promise<string[]> {
  try {
    const compose = createComposer(sender, await readTemplates(folder));
    const tokens = { confirm: newToken(), leave: newToken(), 'not-me': newToken() };
    const { raw } = await compose({
      reference: '0'.repeat(32),
      kind: 'welcome',
      email: 'nobody@example.org',
      source: 'cta',
      consentedOn: '2026-11-22',
      tokens,
    });
    return listHeaderFaults(raw.toString('latin1'), sender.dkim !== undefined);
  } catch (error) {
    return [`No email can be written: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/**
 * Whether an email can be unsubscribed from by one click, and whether a mail provider will believe it.
 * @param isSigned whether we sign; else a later server has to
 */
export function listHeaderFaults(message: string, isSigned: boolean): string[] {
  const headers = headersOf(message);
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

/** By their names in small letters, unfolded. */
function headersOf(message: string): Map<string, string> {
  const [head = ''] = message.split('\r\n\r\n', 1);
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
