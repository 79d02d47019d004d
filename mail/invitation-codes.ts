import { createHash, randomInt } from 'node:crypto';

/** Crockford's Base32: no I, L and O, which look like digits, and no U, without which fewer codes read as a rude word. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 20 characters of 5 bits: 100 random bits, which nobody can guess, in groups that can be read aloud. */
const groups = 4;
const groupLength = 5;

/** A new code, such as `7K3MX-Q2TBN-04ZRW-HJ8CD`. Only its hash is stored. */
export function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The hash that `waitlist.invitations` stores, in hex. The code may have lower case, spaces, O for 0, and I or L for 1. */
export function hashOfCode(code: string): string {
  const typed = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHash('sha256').update(typed).digest('hex');
}
