import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Manifest } from 'vite';
import type { AssetUrls } from '../app/document-head.tsx';
import { criticalCss } from './critical-css.ts';

const clientEntry = 'app/client.ts';

/** The fonts that the first screen of every page is set in; the ayat's font loads when an ayah is near. */
const firstScreenFonts = ['figtree', 'instrument-serif'];

/**
 * Firefox shows what follows a style sheet in the body before the sheet has loaded, as Chromium and WebKit do not. So the
 * inline rules hide it until the sheet says otherwise (app/styles/base.css), for three seconds at most.
 */
const hiddenBelowHero =
  '@layer base{#main>link~*,.site-footer{animation:below-hero 3s step-end}@keyframes below-hero{from{visibility:hidden}}}';

const sharedSheet = 'app/styles/index.css';
const pageSheet = (folder: string) => `app/pages/${folder}/${folder}.css`;

/** The pages whose rules come with the shared sheet, which imports them (docs/decisions/0022-own-css-in-layers.md). */
export const pagesInSharedSheet: readonly string[] = ['landing'];

/** The style sheets that pages have of their own, found by their place. */
export function pageSheets(): string[] {
  // Windows separates folders by backslashes.
  const paths = globSync('app/pages/*/*.css').map((path) => path.replaceAll('\\', '/'));
  return paths.filter((path) => {
    const folder = basename(dirname(path));
    return path === pageSheet(folder) && !pagesInSharedSheet.includes(folder);
  });
}

/** In development Vite serves the sources themselves. */
export const developmentAssets: AssetUrls = {
  script: `/${clientEntry}`,
  scriptImports: [],
  criticalStyle: async () => undefined,
  headSheets: (folder) =>
    [sharedSheet, ...pageSheets().filter((path) => path === pageSheet(folder))].map((path) => `/${path}`),
  sheets: [],
  fonts: [],
  italicFonts: [],
};

/**
 * What a document loads, by the URLs that the build gave the files.
 * @param outDir the folder the build wrote
 * @returns also the files of the pages' own style sheets: their rules are inlined in the pages
 * @throws with the name of what is missing, and what needs it
 */
export async function builtAssets(outDir: string): Promise<AssetUrls & { inlined: string[] }> {
  // The files that Vite wrote, by the source of each (Vite, 'Backend Integration').
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  function chunkOf(source: string, purpose: string) {
    const found = manifest[source];
    if (!found) throw new Error(`${purpose} needs ${source}, which the build has not made a file of.`);
    return found;
  }
  const read = (file: string) => readFile(join(outDir, file), 'utf8');
  const fontFile = (name: string) => `/${chunkOf(`app/styles/fonts/${name}.woff2`, 'The first screen').file}`;
  const entry = chunkOf(clientEntry, 'Every page');
  const { css = [], imports = [] } = entry;
  const sharedRules = (await Promise.all(css.map(read))).join('');
  return {
    script: `/${entry.file}`,
    scriptImports: imports.map((source) => `/${chunkOf(source, clientEntry).file}`),
    // A page's own rules are at most 6 kB and go into the page itself. A second style sheet would need a second connection,
    // and the first paint would wait for it (300 ms of Lighthouse's slow 4G).
    async criticalStyle(firstScreen, folder) {
      const ownFile = manifest[pageSheet(folder)]?.file;
      const ownRules = ownFile === undefined ? '' : (await read(ownFile)).trim();
      const rules = await criticalCss(sharedRules, firstScreen, ownRules);
      const inlined = rules + hiddenBelowHero + ownRules;
      return { css: inlined, hash: `'sha256-${createHash('sha256').update(inlined).digest('base64')}'` };
    },
    headSheets: () => [],
    sheets: css.map((file) => `/${file}`),
    fonts: firstScreenFonts.map(fontFile),
    italicFonts: [fontFile('instrument-serif-italic')],
    inlined: pageSheets().flatMap((source) => manifest[source]?.file ?? []),
  };
}
