import { createHash, randomBytes } from 'node:crypto';

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

export function looksLikeToken(text: string): boolean {
  return /^[\w-]{24}$/.test(text);
}
