import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { ayatIn, charactersFor } from './face-characters.ts';
import { faceNames, faces, sourceFile, toTruetype } from './faces.ts';
import { subsetForTexts } from './shaped-subset.ts';
import type { FaceName, ShownText } from './shown-texts.ts';

const subsetOptions = {
  targetFormat: 'woff2',
  // Hinting serves screens of the last decade and is a third of the serif's bytes.
  noHinting: true,
  // Other features (fractions, small figures, …) bring glyphs that no page shows.
  keepFeatures: ['kern'],
  // Only needed for marks, hinting and font menus.
  dropTables: ['GDEF', 'gasp', 'STAT'],
} as const;

const folder = '.cache/fonts';

/** What the faces are cut by, beside the texts: the locked packages (whole fonts and subsetters) and our own code. */
export const cutters = ['package-lock.json', 'build/faces.ts', 'build/fonts.ts', 'build/shaped-subset.ts'];

/** Makes a font, unless the existing one was made for the same texts, by the same packages and code. */
async function makeIfStale(
  root: string,
  file: string,
  texts: string | readonly string[],
  make: () => Promise<Uint8Array>,
): Promise<void> {
  const target = join(root, folder, file);
  const stamp = `${target}.made-from`;
  const hash = createHash('sha256').update(JSON.stringify(texts));
  for (const cutter of cutters) hash.update(await readFile(join(root, cutter)));
  const wanted = hash.digest('hex');
  if (existsSync(target) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return;
  await writeFile(target, await make());
  await writeFile(stamp, wanted);
}

async function cut(root: string, name: FaceName, texts: readonly ShownText[]): Promise<void> {
  const face = faces[name];
  const characters = await charactersFor(name, texts);
  if (name === 'ayah') {
    const ayat = ayatIn(texts);
    return makeIfStale(root, face.file, ayat, async () =>
      fontverter.convert(await subsetForTexts(await toTruetype(face), ayat), 'woff2', 'truetype'),
    );
  }
  const { variationAxes } = face;
  const options = { ...subsetOptions, ...(variationAxes && { variationAxes }) };
  return makeIfStale(root, face.file, characters, async () =>
    subsetFont(await readFile(sourceFile(face)), characters, options),
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

/** In development the faces are whole, because an edit may need any character. */
export function wholeFonts(): Plugin {
  let root = process.cwd();
  return {
    name: 'whole-fonts',
    apply: 'serve',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      // The stamps of cut fonts go too, so that the next build makes them again.
      await rm(join(root, folder), { recursive: true, force: true });
      await mkdir(join(root, folder), { recursive: true });
      for (const face of Object.values(faces)) {
        await copyFile(sourceFile(face), join(root, folder, face.file));
      }
    },
  };
}
