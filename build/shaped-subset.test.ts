import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontverter from 'fontverter';
import { Blob, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';
import { expect, test } from 'vitest';
import { arabicAsSet } from '../app/ui/scripture-html.ts';
import { citations } from '../content/scripture.ts';
import { ayatIn } from './face-characters.ts';
import { subsetForTexts } from './shaped-subset.ts';

const source = '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2';

async function amiri(): Promise<Buffer> {
  return fontverter.convert(await readFile(fileURLToPath(import.meta.resolve(source))), 'truetype');
}

/** The advance, offset and outline of each glyph: what is seen, whatever the glyph's number. */
function drawn(font: Font, text: string): unknown[] {
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  const glyphs = run.getGlyphInfos();
  return run
    .getGlyphPositions()
    .map(({ xAdvance, xOffset, yOffset }, index) => [
      xAdvance,
      xOffset,
      yOffset,
      font.glyphToPath(glyphs[index]?.codepoint ?? 0),
    ]);
}

// The verses that pages show are among them.
const verses = citations.flatMap((citation) =>
  citation.kind === 'ayah' ? [{ face: 'ayah', text: arabicAsSet(citation), page: '' } as const] : [],
);

test('every verse, and each of its words, looks the same in the small face as in the whole one', async () => {
  const texts = ayatIn(verses);
  const whole = await amiri();
  const small = await subsetForTexts(whole, texts);
  const [before, after] = [whole, small].map((font) => new Font(new Face(new Blob(font), 0)));
  expect(texts.length).toBeGreaterThan(10);
  for (const text of texts.flatMap((verse) => [verse, ...verse.split(' ')])) {
    expect(drawn(after as Font, text), text).toEqual(drawn(before as Font, text));
  }
});

test('a verse that is not among the texts loses letters', async () => {
  const small = await subsetForTexts(await amiri(), ['قُلْ']);
  const font = new Font(new Face(new Blob(small), 0));
  expect(drawn(font, 'وَٱلْعَصْرِ')).not.toEqual(drawn(new Font(new Face(new Blob(await amiri()), 0)), 'وَٱلْعَصْرِ'));
});
