import { expect, test } from 'vitest';
import { type Ayah, citations } from '../../content/scripture.ts';
import { canonicalAyah, chapter, parseReference, shownParts } from './ayah.ts';

const ayat = citations.filter((citation): citation is Ayah => citation.kind === 'ayah');

/** How a verse differs from the second edition of the Quran; undefined when it does not. */
function fault(ayah: Ayah): string | undefined {
  const reference = parseReference(ayah.reference);
  const surah = reference && chapter(reference.surah);
  if (!reference || !surah) return 'there is no such surah';
  const { first, last } = reference;
  if (first < 1 || last < first || last > surah.total_verses) return 'there is no such ayah';
  const parts = shownParts(ayah);
  if (parts.length !== last - first + 1) return `shows ${parts.length} ayat`;
  for (const [index, part] of parts.entries()) {
    const number = first + index;
    const full = canonicalAyah(surah.verses[number - 1]?.text ?? '', 'kfgqpc');
    const shown = canonicalAyah(part.text, 'tanzil');
    if (part.number !== undefined && part.number !== number)
      return `ayah ${number} is numbered ${part.number}`;
    if (!part.leftOutAfter && parts.length > 1 && part.number === undefined)
      return `ayah ${number} has no number`;
    // A space on either side keeps an excerpt from starting or ending inside a word.
    const at = ` ${full} `.indexOf(` ${shown} `);
    if (shown === '' || at < 0) return `ayah ${number} has other letters`;
    if (at > 0 !== part.leftOutBefore) return `the start of ayah ${number} is not marked as it is`;
    if (at + shown.length < full.length !== part.leftOutAfter)
      return `the end of ayah ${number} is not marked as it is`;
  }
  return undefined;
}

test('every verse is the Quran’s, letter for letter, in a second edition', () => {
  expect(ayat.length).toBeGreaterThanOrEqual(40);
  const faults = ayat.flatMap((ayah) => fault(ayah)?.concat(` (${ayah.id})`) ?? []);
  expect(faults).toEqual([]);
});

test('the comparison sees a single letter or vowel left out, or one letter for another, anywhere', () => {
  const unseen: string[] = [];
  let tried = 0;
  const tryWith = (ayah: Ayah, index: number, replacement: string) => {
    tried++;
    const arabic = ayah.arabic.slice(0, index) + replacement + ayah.arabic.slice(index + 1);
    if (!fault({ ...ayah, arabic })) unseen.push(`${ayah.id}, character ${index} as “${replacement}”`);
  };
  for (const ayah of ayat) {
    for (const [index, character] of ayah.arabic.split('').entries()) {
      // Pause marks and tatweel are neither letter nor vowel: the editions differ in them.
      if (!/[\u0640\u06D6-\u06DB\u06DE\u06E9\u00A0 ]/.test(character)) tryWith(ayah, index, '');
      if (/[\u0621-\u063A\u0641-\u064A\u0671]/.test(character)) {
        tryWith(ayah, index, character === '\u0642' ? '\u0641' : '\u0642');
      }
    }
  }
  expect(unseen).toEqual([]);
  expect(tried).toBeGreaterThan(5000);
});

test('the comparison sees an excerpt that cuts a word, hides its cut, or carries a wrong number', () => {
  const short = ayat.find((ayah) => ayah.id === 'q-13-28');
  const pair = ayat.find((ayah) => ayah.id === 'q-94-5-6');
  if (!short || !pair)
    throw new Error('The two verses this test alters are gone from content/scripture/ayat.json.');
  expect(fault({ ...short, arabic: `${short.arabic.slice(0, -3)} …` })).toMatch(/other letters/);
  expect(fault({ ...short, arabic: short.arabic.replace('… ', '') })).toMatch(/start of ayah 28/);
  expect(fault({ ...short, arabic: `${short.arabic.slice(0, short.arabic.lastIndexOf(' '))}` })).toMatch(
    /end of ayah 28/,
  );
  expect(fault({ ...pair, arabic: pair.arabic.replace('\u0665', '\u0667') })).toMatch(/numbered 7/);
  expect(fault({ ...pair, reference: '94:5-9' })).toMatch(/no such ayah/);
  expect(fault({ ...pair, reference: '115:5-6' })).toMatch(/no such surah/);
  expect(fault({ ...pair, reference: '94:6-7' })).toMatch(/ayah 6|ayah 7/);
});

test('every verse names the surah it is from', () => {
  const wrong = ayat.filter((ayah) => {
    const name = chapter(parseReference(ayah.reference)?.surah ?? 0)?.transliteration.replaceAll("'", '’');
    return name !== ayah.surah;
  });
  expect(wrong.map((ayah) => ayah.id)).toEqual([]);
});
