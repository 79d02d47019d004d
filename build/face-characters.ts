import { Blob, Face as HarfbuzzFace } from 'harfbuzzjs';
import { faces, toTruetype } from './faces.ts';
import type { FaceName, ShownText } from './shown-texts.ts';

/** In every Latin face, whatever the pages show: a reworded headline then changes no file. */
const always = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'’-";

/** What an email address is typed with. */
const typed = '@_+%/';

/** The range of characters that the style sheet gives to the ayat's face (app/styles/fonts.css); the text face draws the rest. */
const arabic = /[\u0600-\u06FF\uFDFA\u00A0 ]/u;

/** Pictures among the words are drawn by the system's own face, in colour; line ends are no glyphs. */
const drawnElsewhere = /\p{Extended_Pictographic}|\uFE0F|\n/u;

/** What the ayat's face draws of its texts. */
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
      const isOurs =
        face === name
          ? name !== 'ayah' || arabic.test(character)
          : name === 'text' && face === 'ayah' && !arabic.test(character);
      if (!isOurs || drawnElsewhere.test(character) || wanted.has(character)) continue;
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
  const others = name === 'ayah' ? '' : name === 'text' ? always + typed : always;
  return [...new Set([...wanted, ...others])].sort().join('');
}
