import fc from 'fast-check';
import { spec } from '../words/specification.ts';

/**
 * Any code point, including lone surrogates, as the unit of a string. fast-check's own unit 'binary' first lists all
 * 1,114,112 of them, which takes three seconds in each file that uses it.
 */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

export const callPaths = ['/functions/v1/enhanced-waitlist', '/rest/v1/rpc/add_to_waitlist'];

export const sources = [...spec.sources, 'cta'];

const local = fc.string({
  unit: fc.constantFrom(..."abcXYZ019.+-_=!#$%&'*/?^`{|}~"),
  minLength: 1,
  maxLength: 70,
});
const label = fc.string({ unit: fc.constantFrom(...'abz09-'), minLength: 1, maxLength: 66 });
const domain = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.')),
  fc.constantFrom('gmail.com', 'GoogleMail.com', 'x.example'),
);
const odd = fc.constantFrom('', '', '\u202e', '\r\nBcc: ', '"', '\\', '@', 'ﬀ', '\u0130', 'ب', '😀');

/** Any text: near addresses, control characters, lone surrogates, right-to-left marks, NUL, SQL injection and spreadsheet formulas. */
export const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom(
    'a@b.c',
    'A@EXAMPLE.ORG',
    '\u0000@x.org',
    '\uD800@x.org',
    "';drop table waitlist.entries;--@x.org",
    '=cmd()@x.org',
  ),
  fc.emailAddress(),
  fc.tuple(local, odd, domain).map(([before, insert, after]) => `${before}${insert}@${insert}${after}`),
);

const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }));

/** The body of either call, or something else instead. */
export const jsonBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ user_email: value, entry_source: fc.oneof(fc.constantFrom(...sources), value) })
      .map((entry) => JSON.stringify(entry)),
  },
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.integer({ min: 1, max: 400 }).map((depth) => '['.repeat(depth * 10)),
  fc.constant('{"user_email":"a@b.org","user_email":{},"__proto__":{"x":1},"entry_source":"cta"}'),
);

/** Every byte that may stand in a header's value. */
export const headerText = fc.string({
  unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code === 127 ? 9 : code)),
  maxLength: 80,
});
