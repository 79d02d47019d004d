import { expect, test } from 'vitest';
import { citations, cite, credits, footerVerse } from '../../content/scripture.ts';

const sunnahLink = /^https:\/\/sunnah\.com\/(bukhari|muslim|abudawud|tirmidhi|nasai|ibnmajah):\d+[a-z]?$/;
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
    if (citation.kind === 'ayah') {
      expect(citation.url).toBe(`https://quran.com/${citation.reference.replace(':', '/')}`);
    } else {
      expect(citation.url).toMatch(sunnahLink);
      expect(citation.url).toBe(`https://sunnah.com/${collections[citation.collection]}:${citation.number}`);
    }
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

test('each id stands once, and an unknown one is refused in plain words', () => {
  expect(new Set(citations.map((citation) => citation.id)).size).toBe(citations.length);
  expect(() => cite('q-115-1')).toThrow('There is no verse or hadith with the id “q-115-1”');
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
