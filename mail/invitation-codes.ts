import { createHash, randomInt } from 'node:crypto';

/** Crockford's: no I, L, O and U, which eyes and ears confuse. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 20 characters of 5 bits: 100 random bits, which nobody guesses, in groups that can be read out. */
const groups = 4;
const groupLength = 5;

/** A new code, such as `7K3MX-Q2TBN-04ZRW-HJ8CD`. Only its hash is stored. */
export function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** As `waitlist.invitations` keeps it, in hexadecimal digits, however the code was typed: small letters, spaces, O for 0, I or L for 1. */
export function hashOfCode(code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(typed).digest('hex');
}
