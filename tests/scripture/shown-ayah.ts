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
