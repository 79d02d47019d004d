import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fontverter from 'fontverter';
import { Blob, Face as HarfbuzzFace } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { subsetForTexts } from './shaped-subset.ts';
import type { FaceName, ShownText } from './shown-texts.ts';

const require = createRequire(import.meta.url);

interface Face {
  file: string;
  source: string;
  /** Only the weights 400 to 600 are used; the axis beyond them would cost bytes. */
  variationAxes?: { wght: { min: number; max: number } };
}

/**
 * The faces of the art direction. Each Latin one fits into the first two flights of a connection that shares a slow line
 * with five others (2 × 4,380 bytes with its headers, in Lighthouse's model of it): a few bytes more cost the headline 150 ms.
 */
const faces: Record<FaceName, Face> = {
  text: {
    file: 'figtree.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  },
  display: {
    file: 'instrument-serif.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  },
  italic: {
    file: 'instrument-serif-italic.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
  },
  ayah: {
    file: 'amiri-quran.woff2',
    source: '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2',
  },
};
const faceNames = Object.keys(faces) as FaceName[];

const subsetOptions = {
  targetFormat: 'woff2',
  // Hinting serves screens of the last decade and is a third of the serif's bytes.
  noHinting: true,
  // Other features (fractions, small figures, …) bring glyphs that no page shows.
  keepFeatures: ['kern'],
  // Of use to marks, to hinted screens and to menus of fonts only.
  dropTables: ['GDEF', 'gasp', 'STAT'],
} as const;

const folder = '.cache/fonts';

/** In every Latin face, whatever the pages show: a reworded headline then changes no file. */
const always = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'’-";

/** What an email address is typed with. */
const typed = '@_+%/';

/** The range of characters that the style sheet gives to the ayat's face (app/styles/fonts.css); the text face draws the rest. */
const arabic = /[\u0600-\u06FF\uFDFA\u00A0 ]/u;

/** Pictures among the words are drawn by the system's own face, in colour; line ends are no glyphs. */
const drawnElsewhere = /\p{Extended_Pictographic}|\uFE0F|\n/u;

const readSource = ({ source }: Face) => readFile(require.resolve(source));
const toTruetype = async (face: Face) => fontverter.convert(await readSource(face), 'truetype');

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

/** Makes a font unless the one that is there was made from the same parts. */
async function keep(
  root: string,
  file: string,
  parts: unknown,
  make: () => Promise<Uint8Array>,
): Promise<void> {
  const target = join(root, folder, file);
  const stamp = `${target}.${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
  if (existsSync(stamp) && existsSync(target)) return;
  await writeFile(target, await make());
  await writeFile(stamp, '');
}

async function cut(root: string, name: FaceName, texts: readonly ShownText[]): Promise<void> {
  const face = faces[name];
  const characters = await charactersFor(name, texts);
  if (name === 'ayah') {
    const ayat = ayatIn(texts);
    return keep(root, face.file, [face, ayat], async () =>
      fontverter.convert(await subsetForTexts(await toTruetype(face), ayat), 'woff2', 'truetype'),
    );
  }
  const { variationAxes } = face;
  const options = { ...subsetOptions, ...(variationAxes && { variationAxes }) };
  return keep(root, face.file, [face, characters, options], async () =>
    subsetFont(await readSource(face), characters, options),
  );
}

/**
 * Cuts the self-hosted fonts down to what the site shows in them, into `.cache/fonts`, where the style sheets look for them.
 * @throws naming the character, the face and the page, where a face cannot draw what a page shows in it
 */
export async function cutFonts(root: string, texts: readonly ShownText[]): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  await Promise.all(faceNames.map((name) => cut(root, name, texts)));
}

/** While pages are edited their faces are whole: any character may be next. */
export function wholeFonts(): Plugin {
  let root = process.cwd();
  return {
    name: 'whole-fonts',
    apply: 'serve',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      await mkdir(join(root, folder), { recursive: true });
      for (const { file, source } of Object.values(faces)) {
        await copyFile(require.resolve(source), join(root, folder, file));
      }
    },
  };
}
