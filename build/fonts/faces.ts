import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontverter from 'fontverter';
import { Blob, BufferContentType, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { arabicAsSet } from '../../app/ui/scripture-html.ts';
import { blessing } from '../../content/blessing.ts';
import { type Ayah, citations, footerVerse } from '../../content/scripture.ts';

const require = createRequire(import.meta.url);

/** The characters of every Latin face. A second face has the others: a browser loads it if a page shows one of them. */
const common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00A0!'()+,-./:;?_‘’";

interface LatinFace {
  source: string;
  /**
   * The characters of the face that first screens are set in. Its file fits into the first two flights of a connection that shares
   * a slow line with five others. In Lighthouse's model that is 2 × 4,380 bytes with its headers. A few bytes more cost the
   * headline 150 ms.
   */
  characters: string;
  /** Only the weights 400 to 600 are used; the axis beyond them would cost bytes. */
  variationAxes?: { wght: { min: number; max: number } };
}

/** The Latin faces of the art direction, by the names of their files in app/styles/fonts. */
export const latinFaces = {
  figtree: {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    characters: `${common}"$%&@°·–—“”…‹›`,
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  'instrument-serif': {
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    characters: `${common}$%@`,
  },
  'instrument-serif-italic': {
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
    characters: common,
  },
} satisfies Record<string, LatinFace>;

export const ayahSource = '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2';

const subsetOptions = {
  targetFormat: 'woff2',
  // Hinting serves screens of the last decade and is a third of the serif's bytes.
  noHinting: true,
  // Other features (fractions, small figures, …) bring glyphs that no page shows.
  keepFeatures: ['kern'],
  // Only needed for marks, hinting and font menus.
  dropTables: ['GDEF', 'gasp', 'STAT'],
} as const;

/** A whole face as its package has it. */
export const wholeFace = (source: string): Promise<Buffer> => readFile(require.resolve(source));

const toTruetype = async (source: string) => fontverter.convert(await wholeFace(source), 'truetype');

/** All characters that a whole face can draw. */
export async function charactersOf(source: string): Promise<string[]> {
  const codes = new Face(new Blob(await toTruetype(source)), 0).collectUnicodes();
  return [...codes].map((code) => String.fromCodePoint(code));
}

/** The marks around an excerpt, which the style sheet sets in another face than the ayat's. */
const notArabic = /[^\u0600-\u06FF\uFDFA\u00A0 ]/gu;

const textOf = (ayah: Ayah) => arabicAsSet(ayah).replace(notArabic, '').trim();

/** Every verse that a page or an article may show. */
const ayat = citations.flatMap((citation) => (citation.kind === 'ayah' ? [textOf(citation)] : []));

/**
 * The faces cut from Amiri Quran. The first has everything. The second has the footer's verse, for pages that show no other. The
 * third has the sign after the Prophet's name, for pages that show no verse at first.
 */
export const arabicFaces: Record<string, readonly string[]> = {
  'amiri-quran': [...ayat, blessing.sign],
  'amiri-quran-footer': [textOf(footerVerse)],
  'amiri-quran-sign': [blessing.sign],
};

/** From hb-blob.h: HarfBuzz may write to the memory of a blob, which nobody else owns. */
const writableMemory = 2;
const nullPointer = 0;
/** From hb-subset.h: the number of one of an input's sets, and flags. */
const layoutFeatures = 6;
const withoutHinting = 0x1;
const withoutClosure = 0x200;

/** Every glyph that occurs while the texts are shaped: an intermediate substitution needs its glyphs too. */
function glyphsOf(font: Font, texts: readonly string[]): Set<number> {
  const glyphs = new Set<number>();
  // The whole of a text, and each word, because a line may break after any.
  for (const text of new Set(texts.flatMap((whole) => [whole, ...whole.split(' ')]))) {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    let isPositioning = false;
    run.setMessageFunc((passed, _font, message) => {
      if (message.startsWith('start table GPOS')) isPositioning = true;
      // Thousands of lookups change nothing, and once glyphs are only positioned all of them are known.
      if (isPositioning || message.startsWith('start lookup')) return true;
      if (passed.getContentType() === BufferContentType.GLYPHS)
        for (const { codepoint } of passed.getGlyphInfos()) glyphs.add(codepoint);
      return true;
    });
    shape(font, run);
    for (const { codepoint } of run.getGlyphInfos()) glyphs.add(codepoint);
  }
  return glyphs;
}

/**
 * Cuts a TrueType font down to the glyphs that draw exactly these texts. Cutting by characters would keep every form and
 * ligature of each letter: twice the bytes.
 * @returns the smaller font as WOFF2
 * @throws when HarfBuzz cannot cut it
 */
async function subsetForTexts(font: Uint8Array, texts: readonly string[]): Promise<Buffer> {
  const wasm = require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(wasm));
  // HarfBuzz's subsetter comes without types. Its functions take and return numbers: pointers, lengths and constants.
  const hb = (name: string, ...numbers: number[]): number =>
    (instance.exports[name] as (...numbers: number[]) => number)(...numbers);
  const memory = () => new Uint8Array((instance.exports.memory as WebAssembly.Memory).buffer);
  hb('_initialize');
  const data = hb('malloc', font.byteLength);
  memory().set(font, data);
  const whole = hb('hb_blob_create', data, font.byteLength, writableMemory, nullPointer, nullPointer);
  const face = hb('hb_face_create', whole, 0);

  const input = hb('hb_subset_input_create_or_fail');
  const features = hb('hb_subset_input_set', input, layoutFeatures);
  hb('hb_set_clear', features);
  hb('hb_set_invert', features);
  const flags = hb('hb_subset_input_get_flags', input) | withoutHinting | withoutClosure;
  hb('hb_subset_input_set_flags', input, flags);
  const characters = hb('hb_subset_input_unicode_set', input);
  for (const character of new Set(`${texts.join('')} \u00A0`)) {
    hb('hb_set_add', characters, character.codePointAt(0) ?? 0);
  }
  const glyphs = hb('hb_subset_input_glyph_set', input);
  for (const glyph of glyphsOf(new Font(new Face(new Blob(font), 0)), texts)) hb('hb_set_add', glyphs, glyph);

  const subset = hb('hb_subset_or_fail', face, input);
  if (subset === 0) throw new Error('HarfBuzz could not cut the font down to its texts.');
  const blob = hb('hb_face_reference_blob', subset);
  const start = hb('hb_blob_get_data', blob, 0);
  const bytes = memory().slice(start, start + hb('hb_blob_get_length', blob));
  return fontverter.convert(Buffer.from(bytes), 'woff2', 'truetype');
}

/** Subsets the self-hosted fonts. @returns the files of app/styles/fonts by their names */
export async function subsetFonts(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const [name, { source, characters, variationAxes }] of Object.entries<LatinFace>(latinFaces)) {
    const whole = await wholeFace(source);
    const options = variationAxes ? { ...subsetOptions, variationAxes } : subsetOptions;
    const others = (await charactersOf(source)).filter((character) => !characters.includes(character));
    files.set(`${name}.woff2`, await subsetFont(whole, characters, options));
    files.set(`${name}-rest.woff2`, await subsetFont(whole, others.join(''), options));
  }
  const arabic = await toTruetype(ayahSource);
  for (const [name, texts] of Object.entries(arabicFaces))
    files.set(`${name}.woff2`, await subsetForTexts(arabic, texts));
  return files;
}

// The faces are committed: `npx node build/fonts/faces.ts` after a change of a package, a set of characters or a verse.
if (import.meta.main) {
  for (const [name, bytes] of await subsetFonts())
    await writeFile(new URL(`../../app/styles/fonts/${name}`, import.meta.url), bytes);
}
