import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { type Ayah, citations } from '../../content/scripture.ts';

type Chapter = { transliteration: string; total_verses: number; verses: { text: string }[] };

// A second source, independent of the one the site's text was copied from: the King Fahd complex's edition.
const chapters: Chapter[] = createRequire(import.meta.url)('quran-json/dist/quran.json');

const fromArabicIndic = (digits: string) =>
  Number([...digits].map((digit) => digit.charCodeAt(0) - 0x660).join(''));

/** The verses of the shown text, each with the number at its end, where one is, and whether words around it are left out. */
function shownParts(ayah: Ayah) {
  const startsLate = ayah.arabic.startsWith('… ');
  const endsEarly = ayah.arabic.endsWith(' …');
  const text = ayah.arabic.slice(startsLate ? 2 : 0, endsEarly ? -2 : undefined);
  const pieces = [...text.matchAll(/(.+?)(?:\u00A0\u06DD([\u0660-\u0669]+)(?: |$)|$)/gu)];
  return pieces.map(([, piece = '', digits], index) => ({
    text: piece,
    number: digits === undefined ? undefined : fromArabicIndic(digits),
    leftOutBefore: startsLate && index === 0,
    leftOutAfter: endsEarly && index === pieces.length - 1,
  }));
}

const openTanween = { '\u0657': '\u064B', '\u065E': '\u064C', '\u0656': '\u064D' } as const;
const shortVowelToTanween = { '\u064F': '\u064C', '\u064E': '\u064B', '\u0650': '\u064D' } as const;

/** The complex's encoding uses codes of its own font for signs that Tanzil writes with Unicode's own. */
function fromFontCodes(text: string): string {
  return (
    text
      // The circle over a silent letter, then sukun, which takes the freed code.
      .replace(/\u0652/g, '\u06DF')
      .replace(/\u06E1/g, '\u0652')
      .replace(/[\u0657\u065E\u0656]/g, (sign) => openTanween[sign as keyof typeof openTanween])
      .replace(/\u06E4/g, '\u0653')
      // A hamza drawn under a seat that is no alif.
      .replace(/(?<=[^\u0627\u064B-\u0655\u0670][\u064B-\u0654\u0670]*)\u0655/g, '\u0654')
  );
}

/**
 * Brings a verse in either encoding to one form. So Tanzil's text and the King Fahd complex's (`kfgqpc`, as in quran-json) can be
 * compared letter for letter and vowel for vowel. Pause marks and section signs, which are neither, are left out. The few
 * spellings in which the two editions differ by convention are unified.
 */
function canonicalAyah(text: string, encoding: 'tanzil' | 'kfgqpc'): string {
  const bare = text
    // NFD separates a letter from its hamza or madda and puts marks in one order.
    .normalize('NFD')
    .replace(/[\u200A\u2060\uFEFF]/g, '')
    .replace(/[\u00A0\u2009]/g, ' ')
    .replace(/[\u06D6-\u06DB\u06DE\u06E9]/g, '')
    .replace(/\u0640/g, '');
  return (
    (encoding === 'kfgqpc' ? fromFontCodes(bare) : bare)
      // Tanween before a small meem: written as one vowel with the meem, or as two.
      .replace(
        /[\u064F\u064E\u0650](?=\u0651?[\u06E2\u06ED])/g,
        (vowel) => shortVowelToTanween[vowel as keyof typeof shortVowelToTanween],
      )
      // A hamza before alif: on a madda in one edition, after a fathah in the other.
      .replace(/\u0627(?:\u0653\u0654|\u0654\u0653)/g, '\u0621\u064E\u0627')
      .replace(/(?:\u064E\u0654|\u0654\u064E)(?=\u0627)/g, '\u0621\u064E')
      // Final yaa with dots or without, and the two codes of the small yaa.
      .replace(/[\u0649\u06CC]/g, '\u064A')
      .replace(/\u06E7/g, '\u06E6')
      .replace(/[\u064B-\u0655\u0670\u06DC\u06DF-\u06E8\u06EA-\u06ED]+/g, (marks) =>
        [...marks].sort().join(''),
      )
      .replace(/ +/g, ' ')
      .trim()
  );
}

const ayat = citations.filter((citation): citation is Ayah => citation.kind === 'ayah');

/** How a verse differs from the second edition of the Quran; undefined when it does not. */
function fault(ayah: Ayah): string | undefined {
  const [, chapter, start, end = start] = /^(\d+):(\d+)(?:-(\d+))?$/.exec(ayah.reference) ?? [];
  const surah = chapters[Number(chapter) - 1];
  if (!surah) return 'there is no such surah';
  if (surah.transliteration.replaceAll("'", '’') !== ayah.surah) return 'is from another surah';
  const first = Number(start);
  const last = Number(end);
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

test('every verse agrees with a second edition letter for letter and names its surah', () => {
  expect(ayat.length).toBeGreaterThanOrEqual(40);
  const faults = ayat.flatMap((ayah) => fault(ayah)?.concat(` (${ayah.id})`) ?? []);
  expect(faults).toEqual([]);
});

test('the comparison sees a single letter or vowel left out, anywhere', () => {
  // Pause marks and tatweel are neither: the editions differ in them.
  const compared = /[^\u0640\u06D6-\u06DB\u06DE\u06E9\u00A0 ]/g;
  const unseen = ayat.flatMap((ayah) =>
    [...ayah.arabic.matchAll(compared)].flatMap(({ index }) => {
      const arabic = ayah.arabic.slice(0, index) + ayah.arabic.slice(index + 1);
      return fault({ ...ayah, arabic }) ? [] : [`${ayah.id}, character ${index}`];
    }),
  );
  expect(unseen).toEqual([]);
});
