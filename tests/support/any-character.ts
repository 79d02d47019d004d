import fc from 'fast-check';

/**
 * Any code point, lone surrogates too, as the unit of a string. With fast-check's own unit 'binary' a file that makes such
 * strings first lists all 1,114,112 of them, which takes three seconds.
 */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
