import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Blob, BufferContentType, Face, Font, Buffer as Run, shape } from 'harfbuzzjs';

/** From hb-subset.h: the number of one of an input's sets, and flags. */
const layoutFeatures = 6;
const noHinting = 0x1;
const noLayoutClosure = 0x200;

/** The calls of HarfBuzz's subsetter that are used here; its WebAssembly comes without types. */
interface Subsetter {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_invert(set: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_get_flags(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** The runs that a text may be shaped in: the whole, and each word, because a line may break after any. */
const runsOf = (text: string) => [text, ...text.split(' ')];

/** Every glyph that occurs while the texts are shaped: an intermediate substitution needs its glyphs too. */
function glyphsOf(font: Font, texts: readonly string[]): Set<number> {
  const glyphs = new Set<number>();
  for (const text of new Set(texts.flatMap(runsOf))) {
    const run = new Run();
    run.addText(text);
    run.guessSegmentProperties();
    let isPlacing = false;
    run.setMessageFunc((passed, _font, message) => {
      isPlacing ||= message.startsWith('start table GPOS');
      // Thousands of lookups change nothing, and once glyphs are only positioned all of them are known.
      if (isPlacing || message.startsWith('start lookup')) return true;
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
 * @returns the smaller font, not compressed
 * @throws when HarfBuzz cannot cut it
 */
export async function subsetForTexts(font: Uint8Array, texts: readonly string[]): Promise<Buffer> {
  const wasm = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(await readFile(wasm));
  const hb = instance.exports as unknown as Subsetter;
  hb._initialize();
  const memory = () => new Uint8Array(hb.memory.buffer);
  const data = hb.malloc(font.byteLength);
  memory().set(font, data);
  const face = hb.hb_face_create(hb.hb_blob_create(data, font.byteLength, 2, 0, 0), 0);

  const input = hb.hb_subset_input_create_or_fail();
  const features = hb.hb_subset_input_set(input, layoutFeatures);
  hb.hb_set_clear(features);
  hb.hb_set_invert(features);
  hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | noHinting | noLayoutClosure);
  const characters = hb.hb_subset_input_unicode_set(input);
  for (const character of new Set(`${texts.join('')} \u00A0`)) {
    hb.hb_set_add(characters, character.codePointAt(0) ?? 0);
  }
  const glyphs = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphsOf(new Font(new Face(new Blob(font), 0)), texts)) hb.hb_set_add(glyphs, glyph);

  const subset = hb.hb_subset_or_fail(face, input);
  if (subset === 0) throw new Error('HarfBuzz could not cut the font down to its texts.');
  const blob = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(blob, 0);
  return Buffer.from(memory().slice(start, start + hb.hb_blob_get_length(blob)));
}
