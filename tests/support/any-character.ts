import fc from 'fast-check';

/**
 * Any code point, including lone surrogates, as the unit of a string. fast-check's own unit 'binary' first lists all
 * 1,114,112 of them, which takes three seconds in each file that uses it.
 */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
