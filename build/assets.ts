import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentAssets, InlineStyle } from '../app/asset-urls.ts';
import type { IslandName } from '../app/islands.ts';
import { criticalCss } from './critical-css.ts';
import { type Chunk, chunkOf, readViteManifest, type ViteManifest } from './vite-manifest.ts';

const clientEntry = 'app/browser.ts';

/** The fonts that the first screen of every page is set in; the ayat's font loads when an ayah is near. */
const firstScreenFonts = ['figtree.woff2', 'instrument-serif.woff2'];
const italicFont = 'instrument-serif-italic.woff2';

/** The source of each island that has a file of its own; the others come with React. */
const islandSources: Record<IslandName, string | undefined> = {
  marquee: undefined,
  'cta-form': undefined,
  'opened-article': 'app/pages/blog/opened-article.tsx',
};

/**
 * Firefox shows the content after a style sheet in the body before the sheet has loaded; Chromium and WebKit wait. So the
 * inline rules hide that content until the sheet says otherwise (app/styles/base.css), for three seconds at most.
 */
const hiddenBelowHero =
  '@layer base{#main>link~*,.site-footer{animation:below-hero 3s step-end}@keyframes below-hero{from{visibility:hidden}}}';

const pageStyleFile = (name: string) => `app/pages/${name}/${name}.css`;

/** In development Vite serves the sources themselves. */
export const developmentAssets: DocumentAssets = {
  script: `/${clientEntry}`,
  scriptImports: [],
  hydrationScripts: () => [],
  criticalStyle: async () => undefined,
  headSheets: (pageStyle) => [
    '/app/styles/index.css',
    ...(pageStyle === undefined ? [] : [`/${pageStyleFile(pageStyle)}`]),
  ],
  sheets: [],
  fonts: [],
  italicFont: undefined,
};

function inlineStyle(css: string): InlineStyle {
  return { css, hash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

/** The scripts that hydrate the islands of a document, without those that it loads anyway. */
function hydrationScriptsOf(manifest: ViteManifest, entry: Chunk): DocumentAssets['hydrationScripts'] {
  const hydrate = Object.values(manifest).find(({ name }) => name === 'hydrate');
  if (!hydrate)
    throw new Error('The build has made no file of app/hydrate.tsx: no island could be hydrated.');
  const shared = hydrate.imports
    .filter((source) => !entry.imports.includes(source))
    .map((source) => chunkOf(manifest, source, 'Hydrating islands'));
  const ownChunk = (island: IslandName) => {
    const source = islandSources[island];
    return source === undefined ? [] : [chunkOf(manifest, source, `The island '${island}'`)];
  };
  // For every island, so that one without a file is reported even if no page has it.
  const own = new Map(
    (Object.keys(islandSources) as IslandName[]).map((island) => [island, ownChunk(island)]),
  );
  return (islands) =>
    [hydrate, ...shared, ...[...islands].flatMap((island) => own.get(island) ?? [])].map(
      ({ file }) => `/${file}`,
    );
}

/**
 * What a document loads, by the URLs that the build gave the files.
 * @param outDir the folder the build wrote
 * @throws with the name of what is missing, and who needs it
 */
export async function builtAssets(outDir: string): Promise<DocumentAssets> {
  const manifest = await readViteManifest(outDir);
  const entry = chunkOf(manifest, clientEntry, 'Every page');
  const read = (file: string) => readFile(join(outDir, file), 'utf8');
  const fontFile = (name: string) => `/${chunkOf(manifest, `.cache/fonts/${name}`, 'The first screen').file}`;
  const sharedRules = (await Promise.all(entry.css.map(read))).join('');
  return {
    script: `/${entry.file}`,
    scriptImports: entry.imports.map((source) => `/${chunkOf(manifest, source, clientEntry).file}`),
    hydrationScripts: hydrationScriptsOf(manifest, entry),
    // A page's own rules are at most 6 kB and go into the page itself. A second style sheet would need a second connection,
    // and the first paint would wait for it (300 ms of Lighthouse's slow 4G).
    async criticalStyle(firstScreen, pageStyle) {
      const ownRules =
        pageStyle === undefined
          ? ''
          : (await read(chunkOf(manifest, pageStyleFile(pageStyle), 'A page').file)).trim();
      const rules = await criticalCss(sharedRules, firstScreen, ownRules);
      return inlineStyle(rules + hiddenBelowHero + ownRules);
    },
    headSheets: () => [],
    sheets: entry.css.map((file) => `/${file}`),
    fonts: firstScreenFonts.map(fontFile),
    italicFont: fontFile(italicFont),
  };
}

/** The files of the pages' own style sheets, whose rules are inlined in the pages. */
export async function pageStyleFiles(outDir: string): Promise<string[]> {
  const manifest = await readViteManifest(outDir);
  return Object.entries(manifest)
    .filter(([source]) => source.startsWith('app/pages/') && source.endsWith('.css'))
    .map(([, { file }]) => join(outDir, file));
}
