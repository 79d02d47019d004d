import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blessing } from '../../content/blessing.ts';
import { citations, cite, credits, footerVerse } from '../../content/scripture.ts';

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
    expect(citation.url).not.toContain('undefined');
  }
});

test('no hadith that a named scholar holds weak is in the list, and each shows its grade', () => {
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

test('the footer’s verse says that ease comes with hardship, not after it', () => {
  expect(footerVerse).toBe(cite('q-94-5-6'));
  expect(footerVerse.gist).toMatch(/with hardship/);
  expect(footerVerse.gist).not.toMatch(/after/);
});

test('Tanzil is credited in the words it asks for, with a link', () => {
  expect(credits).toContainEqual({
    text: 'Quran text: Tanzil Project, tanzil.net (CC BY 3.0)',
    href: 'https://tanzil.net',
  });
});

const root = join(import.meta.dirname, '../..');
const verifiedFile = 'content/scripture/ayat.json';
const files = globSync('{content,app}/**/*.{ts,tsx,md,css,json,svg}', { cwd: root }).map(
  (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
);

test('every text that a page or an article cites is in the verified list', () => {
  const ids = new Set(citations.map((citation) => citation.id));
  const cited = files
    .filter(([file]) => /\.(tsx?|md)$/.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/['"[]((?:q-\d|h-[a-z])[a-z0-9-]*)['"\]]/g)].map(([, id = '']) => ({ file, id })),
    );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ id }) => !ids.has(id))).toEqual([]);
});

/** Letters and vowel signs, including the ranges that only a Quran text uses. */
const arabicRun = /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]+/u;
const escaped = /\\u\{?([0-9a-f]{3,6})\}?|&#x([0-9a-f]{3,6});|&#(\d{3,6});/gi;

/** Whether a text shows Arabic, written as letters or as escapes. The blessing on the Prophet is not counted: it is no verse. */
function holdsArabic(text: string): boolean {
  const seen = text.replace(escaped, (_, braced?: string, hexadecimal?: string, decimal?: string) =>
    String.fromCodePoint(
      Math.min(0x10ffff, decimal ? Number(decimal) : Number.parseInt(braced ?? hexadecimal ?? '', 16)),
    ),
  );
  return arabicRun.test(seen.replaceAll(blessing.sign, ''));
}

const arabicLines = (text: string) => text.split('\n').filter(holdsArabic);

test('no Arabic stands in the words or the pages outside the verified list, which a search sees, written plainly or escaped', () => {
  const outside = files.filter(([file]) => file !== verifiedFile);
  expect(outside).toHaveLength(files.length - 1);
  expect(outside.flatMap(([file, text]) => arabicLines(text).map((line) => `${file}: ${line}`))).toEqual([]);
  const verses = files.filter(([file]) => file === verifiedFile).flatMap(([, text]) => arabicLines(text));
  expect(verses.length).toBeGreaterThanOrEqual(citations.filter(({ kind }) => kind === 'ayah').length);
  for (const hidden of ["'\\u0671\\u0644'", '&#x671;', '&#1649;', '\\u{671}', '\uFDF2'])
    expect(holdsArabic(hidden), hidden).toBe(true);
});
