import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** The page for each purpose of a link in an email. */
export const linkPages = {
  confirm: '/waitlist/confirm',
  leave: '/waitlist/leave',
  'not-me': '/waitlist/not-me',
  /** What is held, with a button for each thing that somebody may ask for. */
  place: '/waitlist/place',
  /** Of the email to a new address. */
  change: '/waitlist/change',
} as const;

export type LinkPurpose = keyof typeof linkPages;

/** @param siteUrl without a slash at its end */
export const linkTo = (siteUrl: string, purpose: LinkPurpose, token: string): string =>
  `${siteUrl}${linkPages[purpose]}?t=${token}`;

/** A new token for a link: 144 bits, which nobody can guess, in 24 characters, which keep a header on one line. */
export const newToken = (): string => randomBytes(18).toString('base64url');

/** The hash that `waitlist.email_links` stores, in hex; of the token itself nothing is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Carries out a link's purpose, of the page of a place that one leaves; calling it again changes nothing more. False when there is no such link or its person has been
 * erased: a stranger is not told which.
 * @param way by the button on the link's page, or by a mail provider's one-click unsubscribe (RFC 8058)
 * @throws DatabaseUnavailable
 */
export async function followLink(
  database: Database,
  { token, purpose, way }: { token: string; purpose: LinkPurpose; way: 'link' | 'one-click' },
): Promise<boolean> {
  if (!/^[\w-]{24}$/.test(token)) return false;
  const statement = 'select from waitlist.follow_link($1, $2, $3) as done where done';
  return (await database.query(statement, [hashOfToken(token), purpose, way])).length > 0;
}
