import { createHash, randomBytes } from 'node:crypto';

/** Bytes: 144 bits, which nobody guesses, in 24 characters, which leave a header on one line. */
const tokenBytes = 18;

/** A new token for a link. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** As `waitlist.email_links` keeps it, in hexadecimal digits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a text could be a token at all. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{24}$/.test(text);
}
