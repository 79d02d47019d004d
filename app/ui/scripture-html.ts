import { type Ayah, type Citation, cite, type Hadith } from '../../content/scripture.ts';
import { withBlessingHtml } from './blessing-html.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** A verse as it is typeset: a pause sign, which is a mark after a space, stays with the word before it and begins no line. */
export const arabicAsSet = (ayah: Ayah): string => ayah.arabic.replace(/ (?=\p{Mn})/gu, '\u00A0');

const reference = (url: string, words: string) =>
  `<a class="scripture-reference link" href="${escapeHtml(url)}" rel="noopener noreferrer" target="_blank">${escapeHtml(words)}</a>`;

const labelled = (label: string, words: string) =>
  `<p class="scripture-meaning"><span class="scripture-label">${label}</span> ${withBlessingHtml(escapeHtml(words))}</p>`;

const noteOf = ({ note }: Citation) => (note ? labelled('Note', note) : '');

function ayahCaption(ayah: Ayah): string {
  return `${labelled('Meaning (summary)', ayah.gist)}${noteOf(ayah)}${reference(ayah.url, `Quran ${ayah.reference}`)}`;
}

function ayahContents(ayah: Ayah): string {
  return `<blockquote lang="ar" dir="rtl" class="scripture-arabic">${escapeHtml(arabicAsSet(ayah))}</blockquote><figcaption>${ayahCaption(ayah)}</figcaption>`;
}

function hadithContents(hadith: Hadith): string {
  return `${labelled('In summary', hadith.gist)}${noteOf(hadith)}<figcaption>${reference(hadith.url, `${hadith.collection} ${hadith.number}`)}<span class="scripture-grade">${escapeHtml(hadith.grade)}</span></figcaption>`;
}

/** The contents of a citation's `<figure>`. Throws on an id that is not in the verified list. */
export function scriptureContents(id: string): string {
  const citation: Citation = cite(id);
  return citation.kind === 'ayah' ? ayahContents(citation) : hadithContents(citation);
}

/** The same for a place with little room: a verse by its meaning and reference alone, a hadith in full, with its grade. */
export function scriptureInBrief(id: string): string {
  const citation: Citation = cite(id);
  return citation.kind === 'ayah' ? ayahCaption(citation) : hadithContents(citation);
}

/** A citation's whole `<figure>`. Throws on an id that is not in the verified list. */
export function scriptureHtml(id: string): string {
  return `<figure class="scripture">${scriptureContents(id)}</figure>`;
}
