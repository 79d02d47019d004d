import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentAssets } from '../app/document-assets.ts';
import { openingRules } from './opening-rules.ts';

interface Chunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const clientEntry = 'app/browser.ts';

/** The fonts that the first screen of every page is set in; the ayat's comes when one is near. */
const firstScreenFonts = ['figtree.woff2', 'instrument-serif.woff2'];
const italicFont = 'instrument-serif-italic.woff2';

/**
 * Firefox shows what follows a style sheet in the body before that has come; Chromium and WebKit wait. So the rules that
 * stand in a page hide it until the sheet says otherwise (app/styles/base.css), and for three seconds should it never come.
 */
const hiddenBelowOpening =
  '@layer base{#main>link~*,.site-footer{animation:below-opening 3s step-end}@keyframes below-opening{from{visibility:hidden}}}';

const pageStyleFile = (name: string) => `app/styles/pages/${name}.css`;

/** In development Vite serves the sources themselves. */
export const developmentAssets: DocumentAssets = {
  script: `/${clientEntry}`,
  scriptImports: [],
  reactFor: () => [],
  openingStyles: async (_opening, pageStyle) =>
    ['app/styles/index.css', ...(pageStyle === undefined ? [] : [pageStyleFile(pageStyle)])]
      .map((file) => `<link rel="stylesheet" href="/${file}"/>`)
      .join(''),
  styles: [],
  fonts: [],
  italicFont: undefined,
};

/**
 * Each page's own rules, by name, taken out of the folder: they are 4 to 9 kB and go into the page itself. A second style
 * sheet would need a second connection, and the first paint waits for it (300 ms of Lighthouse's slow 4G).
 */
async function takePageStyles(outDir: string, manifest: Manifest): Promise<Map<string, string>> {
  const styles = new Map<string, string>();
  for (const [source, { file }] of Object.entries(manifest)) {
    const name = /^app\/styles\/pages\/(.+)\.css$/.exec(source)?.[1];
    if (name === undefined) continue;
    styles.set(name, (await readFile(join(outDir, file), 'utf8')).trim());
    await rm(join(outDir, file));
  }
  return styles;
}

/** The scripts that take over the islands of a document, without those that it loads anyway. */
function reactScripts(manifest: Manifest, entry: Chunk): DocumentAssets['reactFor'] {
  const hydrate = Object.values(manifest).find(({ name }) => name === 'hydrate');
  if (!hydrate) throw new Error('The script that hydrates is missing from the build’s manifest.');
  const filesOf = (names: string[] = []) =>
    names.flatMap((name) => (entry.imports?.includes(name) ? [] : (manifest[name]?.file ?? [])));
  const shared = [hydrate.file, ...filesOf(hydrate.imports)];
  return (markup) => {
    // An island that loads where it stands has a file of its own name.
    const own = hydrate.dynamicImports?.filter((name) =>
      markup.includes(`data-island="${/([\w-]+)\.tsx$/.exec(name)?.[1]}"`),
    );
    return [...shared, ...filesOf(own)].map((file) => `/${file}`);
  };
}

/**
 * What a document loads, by the addresses the build gave it. Takes the folder the build wrote, and takes the pages' own
 * rules out of it. Throws with the name of what is missing.
 */
export async function builtAssets(outDir: string): Promise<DocumentAssets> {
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'));
  const entry = manifest[clientEntry];
  if (!entry) throw new Error(`The browser's entry ${clientEntry} is missing from the build's manifest.`);
  const fontFile = (name: string) => {
    const font = manifest[`.cache/fonts/${name}`];
    if (!font) throw new Error(`The font ${name} is missing from the build's manifest.`);
    return `/${font.file}`;
  };
  const pageStyles = await takePageStyles(outDir, manifest);
  const rulesOf = (name: string) => {
    const rules = pageStyles.get(name);
    if (rules === undefined) throw new Error(`There is no style sheet ${pageStyleFile(name)}.`);
    return rules;
  };
  const sharedRules = (
    await Promise.all((entry.css ?? []).map((file) => readFile(join(outDir, file), 'utf8')))
  ).join('');
  return {
    script: `/${entry.file}`,
    scriptImports: (entry.imports ?? []).flatMap((name) => {
      const file = manifest[name]?.file;
      return file ? [`/${file}`] : [];
    }),
    reactFor: reactScripts(manifest, entry),
    async openingStyles(opening, pageStyle) {
      const ownRules = pageStyle === undefined ? '' : rulesOf(pageStyle);
      const rules = await openingRules(sharedRules, opening, ownRules);
      return `<style>${rules + hiddenBelowOpening + ownRules}</style>`;
    },
    styles: (entry.css ?? []).map((file) => `/${file}`),
    fonts: firstScreenFonts.map(fontFile),
    italicFont: fontFile(italicFont),
  };
}
