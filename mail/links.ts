import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The page for each purpose of a link in an email. */
export const linkPages = {
  confirm: '/waitlist/confirm',
  leave: '/waitlist/leave',
  'not-me': '/waitlist/not-me',
} as const;

export type LinkPurpose = keyof typeof linkPages;

/** @param siteUrl without a slash at its end */
export function linkTo(siteUrl: string, purpose: LinkPurpose, token: string): string {
  return `${siteUrl}${linkPages[purpose]}?t=${token}`;
}

/** 144 bits, which nobody can guess, in 24 characters, which keep a header on one line. */
const tokenBytes = 18;

/** A new token for a link. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The hash that `waitlist.email_links` stores, in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

const looksLikeToken = (text: string) => /^[\w-]{24}$/.test(text);

/**
 * Carries out a link's purpose; calling it again changes nothing more. False when there is no such link or its person has been
 * erased: a stranger is not told which.
 * @param way by the button on the link's page, or by a mail provider's one-click unsubscribe (RFC 8058)
 * @throws DatabaseUnavailable
 */
export async function followLink(
  database: Database,
  { token, purpose, way }: { token: string; purpose: LinkPurpose; way: 'link' | 'one-click' },
): Promise<boolean> {
  if (!looksLikeToken(token)) return false;
  const [row] = await database.query<{ done: boolean }>('select waitlist.follow_link($1, $2, $3) as done', [
    hashOfToken(token),
    purpose,
    way,
  ]);
  return row?.done === true;
}
