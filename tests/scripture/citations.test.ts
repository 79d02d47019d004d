import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blessing } from '../../content/blessing.ts';
import { citations, credits } from '../../content/scripture.ts';

const collections: Record<string, string> = {
  'Sahih al-Bukhari': 'bukhari',
  'Sahih Muslim': 'muslim',
  'Sunan Abi Dawud': 'abudawud',
  'Jami at-Tirmidhi': 'tirmidhi',
};
const heldWeak = /da[‘'’]?if|weak|munkar|mawdu|disputed/i;
const quotationMarks = /["“”«»]/;

test('every link leads to the very reference it stands beside', () => {
  for (const citation of citations) {
    const place =
      citation.kind === 'ayah'
        ? `quran.com/${citation.reference.replace(':', '/')}`
        : `sunnah.com/${collections[citation.collection]}:${citation.number}`;
    expect(citation.url).toBe(`https://${place}`);
  }
});

test('no hadith is graded weak, and each shows its grade', () => {
  for (const citation of citations) {
    if (citation.kind !== 'hadith') continue;
    expect(citation.grade, citation.id).toMatch(/sahih|hasan/i);
    expect(citation.grade, citation.id).not.toMatch(heldWeak);
  }
});

test('a meaning is told in our own words: never in quotation marks, never empty', () => {
  for (const { id, gist } of citations) {
    expect(gist, id).toMatch(/^[A-Z].{15,}\.$/);
    expect(gist, id).not.toMatch(quotationMarks);
  }
});

test('each id stands once', () => {
  expect(new Set(citations.map((citation) => citation.id)).size).toBe(citations.length);
});

test('Tanzil is credited in the words it asks for, with a link', () => {
  expect(credits).toContainEqual({
    text: 'Quran text: Tanzil Project, tanzil.net (CC BY 3.0)',
    href: 'https://tanzil.net',
  });
});

/** Letters and vowel signs, including the ranges that only a Quran text uses. */
const arabicRun = /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/u;

test('no Arabic stands outside the verified list but the blessing on the Prophet', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{content,app}/**/*.{ts,tsx,md,css,json,svg}', { cwd: root });
  const withArabic = files.filter((file) =>
    arabicRun.test(readFileSync(join(root, file), 'utf8').replaceAll(blessing.sign, '')),
  );
  expect(withArabic).toEqual(['content/scripture/ayat.json']);
});
