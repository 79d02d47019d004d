import { type Ayah, type Citation, cite, type Hadith } from './scripture.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** A verse as it is set: a pause sign, which is a mark after a space, stays with the word before it and begins no line. */
export const arabicAsSet = (ayah: Ayah): string => ayah.arabic.replace(/ (?=\p{Mn})/gu, '\u00A0');

const reference = (url: string, words: string) =>
  `<a class="scripture-reference link" href="${escapeHtml(url)}" rel="noopener noreferrer" target="_blank">${escapeHtml(words)}</a>`;

function ayahContents(ayah: Ayah): string {
  return `<blockquote lang="ar" dir="rtl" class="scripture-arabic">${escapeHtml(arabicAsSet(ayah))}</blockquote><figcaption><p class="scripture-meaning"><span class="scripture-label">Meaning (summary)</span> ${escapeHtml(ayah.gist)}</p>${reference(ayah.url, `Quran ${ayah.reference}`)}</figcaption>`;
}

function hadithContents(hadith: Hadith): string {
  return `<p class="scripture-meaning"><span class="scripture-label">In summary</span> ${escapeHtml(hadith.gist)}</p><figcaption>${reference(hadith.url, `${hadith.collection} ${hadith.number}`)}<span class="scripture-grade">${escapeHtml(hadith.grade)}</span></figcaption>`;
}

/** What stands inside a citation's figure. Takes its id; throws on an id that is not in the verified list. */
export function scriptureContents(id: string): string {
  const citation: Citation = cite(id);
  return citation.kind === 'ayah' ? ayahContents(citation) : hadithContents(citation);
}

/** Takes a citation's id and returns its whole figure. Throws on an id that is not in the verified list. */
export function scriptureHtml(id: string): string {
  return `<figure class="scripture">${scriptureContents(id)}</figure>`;
}
