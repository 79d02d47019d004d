/** The words beside a verse or a hadith, wherever one is cited. */
export const scriptureWords = {
  meaning: 'Meaning (summary)',
  inSummary: 'In summary',
  note: 'Note',
  verse: (reference: string) => `Quran ${reference}`,
} as const;
