import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJoin } from '../../waitlist/join.ts';
import { openBothDatabases } from '../support/databases.ts';
import { anyCharacter } from '../support/hostile-joins.ts';
import { seedOfTest } from '../support/random.ts';

const { databases } = await openBothDatabases();
const setsTried = 40;
const setSize = 256;

const atext = fc.constantFrom(..."abcXYZ019.+-_=!#$%&'*/?^`{|}~");
const nearlyLocal = fc.string({ unit: atext, minLength: 1, maxLength: 70 });
const label = fc.string({ unit: fc.constantFrom(...'abz09-'), minLength: 1, maxLength: 66 });
const nearlyDomain = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));
const oddities = [
  '\0',
  '\ud800',
  '\udc00',
  '\u202e',
  '\r\nBcc: ',
  '%00',
  '$1',
  'ﬀ',
  '\u0130',
  'é',
  'ب',
  '😀',
];
const odd = fc.constantFrom(...oddities, ...' "\\{},\'@');
const hostile = fc.oneof(
  fc.tuple(nearlyLocal, nearlyDomain).map(([local, domain]) => `${local}@${domain}`),
  fc
    .tuple(nearlyLocal, fc.constantFrom('gmail.com', 'GoogleMail.com', 'x.example'))
    .map(([local, domain]) => `${local}@${domain}`),
  fc
    .tuple(nearlyLocal, odd, nearlyDomain)
    .map(([local, insert, domain]) => `${local}${insert}@${insert}${domain}`),
  fc.tuple(fc.webUrl(), nearlyDomain).map(([url, domain]) => `${url}@${domain}`),
  fc.emailAddress(),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => `a@${text}.example`),
);
const source = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('cta', 'Masjid') },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
);

// What every stored row must satisfy, written differently from the migration.
const local = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

function isSound(email: string): boolean {
  const parts = email.split('@');
  const [before = '', after = ''] = parts;
  const dots = before.startsWith('.') || before.endsWith('.') || before.includes('..');
  return parts.length === 2 && email.length <= 254 && local.test(before) && !dots && domain.test(after);
}

test.for(databases)(
  '$kind: tens of thousands of hostile addresses: always an answer, never a row that should not be there',
  async ({ kind, database }) => {
    const join = createJoin({ database, limits: { client: 1e9, network: 1e9, global: 1e9 } });
    const joined = new Set<string>();
    const counts = { joined: 0, address: 0, source: 0, 'too-many': 0 };
    const tuple = fc.tuple(hostile, source);
    await fc.assert(
      fc.asyncProperty(fc.array(tuple, { minLength: setSize, maxLength: setSize }), async (set) => {
        const answers = await Promise.all(
          set.map(([email, from]) => join({ email, source: from, client: '192.0.2.1' })),
        );
        for (const [index, answer] of answers.entries()) {
          counts[answer.success ? 'joined' : answer.refusal] += 1;
          if (answer.success) joined.add(set[index]?.[0] ?? '');
        }
      }),
      { numRuns: setsTried, endOnFailure: true, seed: seedOfTest() },
    );
    const rows = await database.query<{ email: string; canonical: string; source: string }>(
      'select email, canonical, source from waitlist.entries',
    );
    expect(rows.filter(({ email }) => !isSound(email))).toEqual([]);
    expect(rows.filter(({ source: from }) => !['cta', 'Masjid'].includes(from))).toEqual([]);
    expect(rows.length).toBeLessThanOrEqual(joined.size);
    // Each outcome must have come often, or little was tested.
    expect(counts.joined).toBeGreaterThan(500);
    expect(counts.address).toBeGreaterThan(2000);
    expect(counts.source).toBeGreaterThan(50);
    console.log(
      `${kind}: ${setsTried * setSize} hostile joins: ${JSON.stringify(counts)}, ${rows.length} rows, all sound`,
    );
  },
);
