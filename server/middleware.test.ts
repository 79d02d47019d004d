import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../tests/support/random.ts';
import { findClientAddress } from './middleware.ts';

test('without proxies the peer is the visitor, whatever the header says', () => {
  expect(findClientAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1');
});

test('behind proxies the entry that the outermost of them wrote is the visitor', () => {
  expect(findClientAddress('10.0.0.1', 'forged, 198.51.100.7', 1)).toBe('198.51.100.7');
  expect(findClientAddress('10.0.0.1', 'forged, 198.51.100.7, 10.0.0.2', 2)).toBe('198.51.100.7');
});

test('a request that did not come through all proxies is counted against its peer', () => {
  expect(findClientAddress('198.51.100.9', '192.0.2.1', 2)).toBe('198.51.100.9');
  expect(findClientAddress('198.51.100.9', undefined, 1)).toBe('198.51.100.9');
  expect(findClientAddress('198.51.100.9', 'not an address', 1)).toBe('198.51.100.9');
});

test('ports, brackets, zones and the prefix of IPv4 inside IPv6 are removed', () => {
  expect(findClientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1');
  expect(findClientAddress('', '192.0.2.1:5678', 1)).toBe('192.0.2.1');
  expect(findClientAddress('', '[2001:db8::1]:5678', 1)).toBe('2001:db8::1');
  expect(findClientAddress('', '2001:db8::1', 1)).toBe('2001:db8::1');
  expect(findClientAddress('fe80::1%eth0', undefined, 0)).toBe('fe80::1');
});

test("nothing a visitor puts before the proxies' entries changes what is found", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (forged) => {
      expect(findClientAddress('10.0.0.1', `${forged}, 198.51.100.7`, 1)).toBe('198.51.100.7');
    }),
    { numRuns: 5000, seed: seedOfTest() },
  );
});
