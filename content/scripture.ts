import ahadith from './scripture/ahadith.json' with { type: 'json' };
import ayat from './scripture/ayat.json' with { type: 'json' };

/** A verse, or a marked part of one, as it may be shown. */
export interface Ayah {
  id: string;
  kind: 'ayah';
  /** Surah and ayah or ayat: '94:5-6'. */
  reference: string;
  /** The surah's name. */
  surah: string;
  /**
   * Tanzil's Uthmani text, unchanged. '…' stands where an excerpt leaves words out. Where several ayat are shown, each ends with
   * its number, after a space that does not break.
   */
  arabic: string;
  /** The meaning of what is shown, summarised in our own words: never a translation, never in quotation marks. */
  gist: string;
  /** What a reader has to know in order not to misread it. */
  note?: string | undefined;
  url: string;
}

/** A report, told in our own words; its wording is read behind the link. */
export interface Hadith {
  id: string;
  kind: 'hadith';
  gist: string;
  note?: string | undefined;
  collection: string;
  number: string;
  /** The scholar who judged it, and the grade. */
  grade: string;
  url: string;
}

export type Citation = Ayah | Hadith;

/** Everything the site may cite. Each text, number and grade was checked against two sources. */
export const citations: readonly Citation[] = [
  ...ayat.map((verse): Ayah => ({ kind: 'ayah', ...verse })),
  ...ahadith.map((report): Hadith => ({ kind: 'hadith', ...report })),
];

const byId = new Map(citations.map((citation) => [citation.id, citation]));

/** The verified text with an id. Throws on any other id, because a text that is not in this list must not be shown. */
export function cite(id: string): Citation {
  const citation = byId.get(id);
  if (citation) return citation;
  throw new Error(
    `There is no verse or hadith with the id “${id}” in content/scripture/. Use an id from its lists.`,
  );
}

function ayah(id: string): Ayah {
  const citation = cite(id);
  if (citation.kind === 'ayah') return citation;
  throw new Error(`“${id}” in content/scripture/ is a hadith where a verse is wanted.`);
}

/** The verse at the foot of every page. */
export const footerVerse = ayah('q-94-5-6');

/** Credits for the texts and fonts. The first line is worded as Tanzil asks. */
export const credits = [
  { text: 'Quran text: Tanzil Project, tanzil.net (CC BY 3.0)', href: 'https://tanzil.net' },
  { text: 'To\u00a0read\u00a0on:\u00a0quran.com', href: 'https://quran.com' },
  { text: 'To\u00a0read\u00a0on:\u00a0sunnah.com', href: 'https://sunnah.com' },
  {
    text: 'Fonts: Amiri Quran, Figtree and Instrument Serif (SIL Open Font License 1.1)',
    href: 'https://openfontlicense.org',
  },
] as const;
