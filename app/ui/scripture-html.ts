import { blessing } from '../../content/blessing.ts';
import { type Ayah, type Citation, cite, type Hadith } from '../../content/scripture.ts';

/** A name, the sign after it and a punctuation mark after that, all on one line: WebKit would begin a line with the mark. */
const blessedName = new RegExp(`(?<name>\\S+) ${blessing.sign}(?<mark>[,.:;?!]*)`);

interface BlessedPart {
  plain: string;
  /** The name before the sign and the punctuation mark after it; undefined in the last part. */
  blessed: { name: string; mark: string } | undefined;
}

/** Splits a text into parts: plain words, each but the last with the blessed name that follows them. */
export function splitAtBlessing(text: string): BlessedPart[] {
  const pieces = text.split(blessedName);
  return Array.from({ length: (pieces.length + 2) / 3 }, (_, part) => {
    const [plain = '', name, mark = ''] = pieces.slice(3 * part, 3 * part + 3);
    return { plain, blessed: name === undefined ? undefined : { name, mark } };
  });
}

/** Makes each sign in escaped HTML read out as words and keeps it on the line of the name before it. */
export function withBlessingHtml(html: string): string {
  const { sign, words } = blessing;
  return html.replaceAll(
    new RegExp(blessedName, 'g'),
    `<span class="blessed">$<name>\u00A0<span role="img" aria-label="${words}" class="blessing">${sign}</span>$<mark></span>`,
  );
}

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
