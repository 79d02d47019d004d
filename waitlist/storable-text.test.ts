import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOfTest } from '../tests/support/random.ts';
import { storableEmail, storableText } from './join.ts';

test('a domain in another script becomes punycode, the local part stays as typed', () => {
  expect(storableEmail('Amina@bücher.example')).toBe('Amina@xn--bcher-kva.example');
  expect(storableEmail(' amina@مثال.إختبار ')).toBe(' amina@xn--mgbh0fb.xn--kgbechtv');
  expect(storableEmail('a@b@ＥＸＡＭＰＬＥ.com')).toBe('a@b@example.com');
});

test('an ASCII address passes as it is, whatever it looks like', () => {
  for (const typed of ['a@EXAMPLE.com', 'a@b/c', '', '@', 'no at sign', 'a@[127.0.0.1]']) {
    expect(storableEmail(typed)).toBe(typed);
  }
});

test('a domain that the URL parser would read as more than a domain is left for the database to refuse', () => {
  for (const typed of [
    'a@bücher.example/path',
    'a@bücher.example:80',
    'a@bü%63her.example',
    'a@b ü.example',
  ]) {
    expect(storableEmail(typed)).toBe(typed);
  }
});

test('whatever is typed, the text is one that PostgreSQL takes, and of bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1500 }), (typed) => {
      const text = storableEmail(typed);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain('\0');
      expect(text.length).toBeLessThan(4000);
    }),
    { numRuns: 2000, seed: seedOfTest() },
  );
});

test('a lone surrogate and NUL become the replacement character', () => {
  expect(storableText('a\ud800b\0c')).toBe('a\ufffdb\ufffdc');
});
