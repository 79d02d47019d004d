import { Blob, Face as HarfbuzzFace } from 'harfbuzzjs';
import { faces, toTruetype } from './faces.ts';
import type { FaceName, ShownText } from './shown-texts.ts';

/** In every Latin face, whatever the pages show: a reworded headline then changes no file. */
const always = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'’-";

/** What an email address is typed with. */
const typed = '@_+%/';

/** The range of characters that the style sheet gives to the ayat's face (app/styles/fonts.css); the text face draws the rest. */
const arabic = /[\u0600-\u06FF\uFDFA\u00A0 ]/u;

/** The same for the face of letters with marks (app/prayer-day/marked-letters.ts). */
const marked = /[\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F]/u;

/** Emoji are drawn by the system's own face, in colour; line breaks have no glyph. */
const drawnElsewhere = /\p{Extended_Pictographic}|\uFE0F|\n/u;

/** The texts set in the ayat's face, without the characters that another face draws. */
export const ayatIn = (texts: readonly ShownText[]): string[] => [
  ...new Set(
    texts
      .filter(({ face }) => face === 'ayah')
      .map(({ text }) =>
        [...text]
          .filter((character) => arabic.test(character))
          .join('')
          .trim(),
      ),
  ),
];

/** The face that draws a character of a text set in `face`. */
function drawnBy(face: FaceName, character: string): FaceName {
  if (face === 'ayah' && arabic.test(character)) return 'ayah';
  if (face === 'ayah' || face === 'text') return marked.test(character) ? 'marked' : 'text';
  return face;
}

/**
 * Every character that a face has to draw.
 * @throws naming the character, the face and the page, where the whole face has no glyph for one
 */
export async function charactersFor(name: FaceName, texts: readonly ShownText[]): Promise<string> {
  const whole = new HarfbuzzFace(new Blob(await toTruetype(faces[name])), 0);
  const known = new Set(whole.collectUnicodes());
  const wanted = new Set<string>();
  for (const { face, text, page } of texts) {
    for (const character of text) {
      if (drawnBy(face, character) !== name || drawnElsewhere.test(character) || wanted.has(character))
        continue;
      const code = character.codePointAt(0) ?? 0;
      if (!known.has(code)) {
        const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
        throw new Error(
          `${faces[name].file} has no glyph for "${character}" (${number}), which ${page} shows in it.`,
        );
      }
      wanted.add(character);
    }
  }
  const isLatin = name !== 'ayah' && name !== 'marked';
  const others = isLatin ? always + (name === 'text' ? typed : '') : '';
  return [...new Set([...wanted, ...others])].sort().join('');
}
