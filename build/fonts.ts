import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { arabicAsSet } from '../app/ui/scripture-html.ts';
import { blessing } from '../content/blessing.ts';
import { citations, footerVerse } from '../content/scripture.ts';
import { subsetForTexts } from './shaped-subset.ts';

const require = createRequire(import.meta.url);

interface Face {
  file: string;
  source: string;
  /** Of the characters that stand in the site's sources, those that this face never draws. */
  without: RegExp;
}

/** Arabic has a face of its own. The signs stand in code only; in an address that somebody types, another face helps out. */
const notInText = /[\u0600-\u06FF#*<=>[\\\]^`{|}~]/;
const notInHeadlines = new RegExp(`${notInText.source}|[&'"()/@_ø·…←]`);
const notInItalics = new RegExp(`${notInHeadlines.source}|[!$%+]`);

/**
 * The faces of the art direction. Each fits into the first two flights of a connection that shares a slow line with five
 * others (2 × 4,380 bytes with its headers, in Lighthouse's model of it): a few bytes more cost the headline 150 ms.
 */
const faces: readonly Face[] = [
  {
    file: 'figtree.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    without: notInText,
  },
  {
    file: 'instrument-serif.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    without: notInHeadlines,
  },
  {
    file: 'instrument-serif-italic.woff2',
    source: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
    without: notInItalics,
  },
];

const ayatFace = {
  file: 'amiri-quran.woff2',
  source: '@fontsource/amiri-quran/files/amiri-quran-arabic-400-normal.woff2',
};

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
const printableAscii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

async function readSources(root: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const path of glob('{content,app}/**/*.{ts,tsx,md,json}', { cwd: root })) {
    sources.set(path.replaceAll('\\', '/'), await readFile(join(root, path), 'utf8'));
  }
  return sources;
}

/** Every character that stands in the words or the components, sorted, so that equal sets give equal fonts. */
function charactersUsed(sources: ReadonlyMap<string, string>): string {
  return [...new Set(printableAscii + [...sources.values()].join(''))].sort().join('');
}

/**
 * What the ayat's face draws: the Arabic of every verse that a page or an article names, without the marks '…' of
 * excerpts, which it does not have. Takes the project's folder.
 */
export async function shownAyat(root: string): Promise<string[]> {
  const sources = await readSources(root);
  sources.delete('content/scripture/ayat.json');
  const named = new Set([...sources.values()].flatMap((text) => text.match(/\bq-\d+(?:-\d+)*\b/g) ?? []));
  return citations.flatMap((citation) =>
    citation.kind === 'ayah' && (named.has(citation.id) || citation === footerVerse)
      ? [arabicAsSet(citation).replaceAll('…', '').trim()]
      : [],
  );
}

/** Makes a font unless the one that is there was made from the same parts. */
async function keep(
  root: string,
  file: string,
  parts: string,
  make: () => Promise<Uint8Array>,
): Promise<void> {
  const target = join(root, folder, file);
  const stamp = `${target}.${createHash('sha256').update(parts).digest('hex').slice(0, 16)}`;
  if (existsSync(stamp) && existsSync(target)) return;
  await writeFile(target, await make());
  await writeFile(stamp, '');
}

async function writeSubset(root: string, { file, source, without }: Face, characters: string): Promise<void> {
  const wanted = [...characters].filter((character) => !without.test(character)).join('');
  // Only the weights 400 to 600 are used; the axis beyond them would cost bytes.
  const variationAxes = file === 'figtree.woff2' ? { variationAxes: { wght: { min: 400, max: 600 } } } : {};
  const options = { ...subsetOptions, ...variationAxes };
  await keep(root, file, JSON.stringify([source, wanted, options]), async () =>
    subsetFont(await readFile(require.resolve(source)), wanted, options),
  );
}

async function writeAyatFace(root: string): Promise<void> {
  const texts = [...(await shownAyat(root)), blessing.sign];
  await keep(root, ayatFace.file, JSON.stringify([ayatFace.source, texts]), async () => {
    const whole = await fontverter.convert(await readFile(require.resolve(ayatFace.source)), 'truetype');
    return fontverter.convert(await subsetForTexts(whole, texts), 'woff2', 'truetype');
  });
}

/** Cuts the self-hosted fonts down to what the site draws with them, into `.cache/fonts`, before styles are read. */
export function fonts(): Plugin {
  let root = process.cwd();
  return {
    name: 'fonts',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      await mkdir(join(root, folder), { recursive: true });
      const characters = charactersUsed(await readSources(root));
      await Promise.all([...faces.map((face) => writeSubset(root, face, characters)), writeAyatFace(root)]);
    },
  };
}
