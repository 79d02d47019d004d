import { createRequire } from 'node:module';
import type { Ayah } from '../../content/scripture.ts';

interface Chapter {
  transliteration: string;
  total_verses: number;
  verses: { id: number; text: string }[];
}

// A second source, independent of the one the site's text was copied from: the King Fahd complex's edition.
const chapters: Chapter[] = createRequire(import.meta.url)('quran-json/dist/quran.json');

/** A surah by its number, or undefined where there is none. */
export const chapter = (surah: number): Chapter | undefined => chapters[surah - 1];

/** `94:5-6` as numbers; undefined when it is not a reference. */
export function parseReference(
  reference: string,
): { surah: number; first: number; last: number } | undefined {
  const match = /^(\d+):(\d+)(?:-(\d+))?$/.exec(reference);
  return match
    ? { surah: Number(match[1]), first: Number(match[2]), last: Number(match[3] ?? match[2]) }
    : undefined;
}

export interface ShownPart {
  text: string;
  /** The number printed at its end, where one is. */
  number: number | undefined;
  leftOutBefore: boolean;
  leftOutAfter: boolean;
}

const fromArabicIndic = (digits: string) =>
  Number([...digits].map((digit) => digit.charCodeAt(0) - 0x660).join(''));

/** Splits the shown text into verses, by the end signs with their numbers and the '…' marks. */
export function shownParts(ayah: Ayah): ShownPart[] {
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
 * Brings a verse in either encoding to one form, so that Tanzil's text and the King Fahd complex's (`kfgqpc`, as in
 * quran-json) can be compared letter for letter and vowel for vowel. Pause marks and section signs, which are neither,
 * are left out; the few spellings in which the two editions differ by convention are unified.
 */
export function canonicalAyah(text: string, encoding: 'tanzil' | 'kfgqpc'): string {
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
