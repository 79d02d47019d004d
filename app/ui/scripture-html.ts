import { blessing } from '../../content/blessing.ts';
import { type Ayah, type Citation, cite, type Hadith } from '../../content/scripture.ts';
import { scriptureWords as words } from '../../content/scripture-words.ts';
import { inNewTab } from './outside-link.ts';

/** A name, the sign after it and a punctuation mark after that, all on one line: WebKit would begin a line with the mark. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}(?<mark>[,.:;?!]*)`, 'g');

/** Makes each sign in escaped HTML read out as words and keeps it on the line of the name before it. */
export const withBlessingHtml = (html: string): string =>
  html.replaceAll(
    blessedName,
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${blessing.words}" class="blessing">${blessing.sign}</span>$<mark></span>`,
  );

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Text that may contain the blessing on the Prophet, as HTML. */
export const blessedHtml = (text: string): string => withBlessingHtml(escapeHtml(text));

/** A verse as it is typeset. A pause sign is a mark after a space: it stays with the word before it and begins no line. */
export const arabicAsSet = (ayah: Ayah): string => ayah.arabic.replace(/ (?=\p{Mn})/gu, '\u00A0');

const reference = (url: string, text: string) =>
  `<a class="scripture-reference link" href="${escapeHtml(url)}" rel="${inNewTab.rel}" target="${inNewTab.target}">${escapeHtml(text)}</a>`;

const labelled = (label: string, text: string) =>
  `<p class="scripture-meaning"><span class="scripture-label">${label}</span> ${blessedHtml(text)}</p>`;

/** The caption names the figure for a screen reader: it holds the reference alone, so that the meaning is not read twice. */
const caption = (contents: string) => `<figcaption>${contents}</figcaption>`;

const arabic = (ayah: Ayah) =>
  `<blockquote lang="ar" dir="rtl" class="scripture-arabic">${escapeHtml(arabicAsSet(ayah))}</blockquote>`;

function ayahContents(ayah: Ayah, note: string, isBrief: boolean): string {
  const meaning = labelled(words.meaning, ayah.gist);
  return `${isBrief ? '' : arabic(ayah)}${meaning}${note}${caption(reference(ayah.url, words.verse(ayah.reference)))}`;
}

function hadithContents(hadith: Hadith, note: string): string {
  const grade = `<span class="scripture-grade">${escapeHtml(hadith.grade)}</span>`;
  const source = reference(hadith.url, `${hadith.collection} ${hadith.number}`);
  return `${labelled(words.inSummary, hadith.gist)}${note}${caption(source + grade)}`;
}

/**
 * The contents of a citation's `<figure>`; where there is little room, a verse by its meaning and reference alone.
 * @throws on an id that is not in the verified list
 */
export function scriptureContents(id: string, isBrief = false): string {
  const citation: Citation = cite(id);
  const note = citation.note ? labelled(words.note, citation.note) : '';
  return citation.kind === 'ayah' ? ayahContents(citation, note, isBrief) : hadithContents(citation, note);
}

/** A citation's whole `<figure>`. Throws on an id that is not in the verified list. */
export const scriptureHtml = (id: string): string =>
  `<figure class="scripture">${scriptureContents(id)}</figure>`;
