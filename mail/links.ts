import type { Database } from '../database/open-database.ts';
import { hashOfToken, looksLikeToken } from './tokens.ts';

/** What a link in an email does, by the path of its page. */
export const linkPages = {
  confirm: '/waitlist/confirm',
  leave: '/waitlist/leave',
  'not-me': '/waitlist/not-me',
} as const;

export type LinkPurpose = keyof typeof linkPages;

/** The link for a purpose. @param siteUrl without a slash at its end */
export function linkTo(siteUrl: string, purpose: LinkPurpose, token: string): string {
  return `${siteUrl}${linkPages[purpose]}?t=${token}`;
}

/**
 * Does what a link is for, however often it is asked. False when there is no such link, or its person has been erased: a
 * stranger is told no more.
 * @param way how it came: a press of the page's button, or a mail provider's one click (RFC 8058)
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
