import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** The faces of the art direction, and which of the site's characters each must draw. */
const faces = [
  {
    file: 'figtree.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    script: 'latin',
  },
  {
    file: 'instrument-serif.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    script: 'latin',
  },
  {
    file: 'instrument-serif-italic.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
    script: 'latin',
  },
  {
    file: 'amiri-quran.woff2',
    source: '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2',
    script: 'arabic',
  },
] as const;

const folder = '.cache/fonts';
const printableAscii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const arabicRange = /[\u0600-\u06FF]/;

/** Every character that stands in the words or the components, sorted, so that equal sets give equal fonts. */
async function charactersUsed(root: string): Promise<string> {
  const used = new Set(printableAscii);
  for await (const path of glob('{content,app}/**/*.{ts,tsx,md}', { cwd: root })) {
    for (const character of await readFile(join(root, path), 'utf8')) used.add(character);
  }
  return [...used].sort().join('');
}

async function writeSubset(root: string, face: (typeof faces)[number], characters: string): Promise<void> {
  // The Arabic face brings its own spaces: borrowed ones would be of another width.
  const wanted = [...characters]
    .filter((character) => arabicRange.test(character) === (face.script === 'arabic') || /\s/.test(character))
    .join('');
  const target = join(root, folder, face.file);
  const stamp = `${target}.${createHash('sha256').update(face.source).update(wanted).digest('hex').slice(0, 16)}`;
  if (existsSync(stamp) && existsSync(target)) return;
  const original = await readFile(require.resolve(face.source));
  // Hinting serves screens of the last decade and is a third of the serif's bytes. Only the weights 400 to 600 are used; the axis beyond them would cost bytes.
  const variationAxes =
    face.file === 'figtree.woff2' ? { variationAxes: { wght: { min: 400, max: 600 } } } : {};
  await writeFile(
    target,
    await subsetFont(original, wanted, { targetFormat: 'woff2', noHinting: true, ...variationAxes }),
  );
  await writeFile(stamp, '');
}

/** Cuts the self-hosted fonts down to the characters the site uses, into `.cache/fonts`, before styles are read. */
export function fonts(): Plugin {
  let root = process.cwd();
  return {
    name: 'fonts',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      await mkdir(join(root, folder), { recursive: true });
      const characters = await charactersUsed(root);
      await Promise.all(faces.map((face) => writeSubset(root, face, characters)));
    },
  };
}
