import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { joinPath, notFoundPath, waitlistPath, waitlistRoot } from '../content/paths.ts';
import { site } from '../content/site.ts';
import { type EmailTemplates, templatesFile } from '../mail/templates.ts';
import type { HeaderFields, HeaderSettings } from '../server/headers.ts';
import { cacheControl, pageHeaders } from '../server/pages/headers.ts';
import { manifestFile, type SiteManifest } from '../server/pages/site.ts';
import { readArticles } from './articles/read-articles.ts';
import { builtAssets } from './assets.ts';
import { sitemapAndFeed } from './sitemap-and-feed.ts';
import { socialImages } from './social-images.ts';

/** A file to be written beside the pages. */
export interface BuiltFile {
  fileName: string;
  source: string | Uint8Array;
}

/** `/islam` is kept in `islam/index.html`, `/404` in `404.html`: what static hosts look for. */
function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return path === notFoundPath ? '404.html' : `${path.slice(1)}/index.html`;
}

const rule = (path: string, headers: HeaderFields): string =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');

/**
 * The files from which static hosts (Cloudflare Pages, Netlify and the like) read headers and redirects. One content security
 * policy must allow the inline rules of all pages. Where two rules match, hosts join the values with a comma, and a browser
 * uses the last referrer policy it understands.
 */
export function staticHostFiles(settings: HeaderSettings, { pages }: SiteManifest): BuiltFile[] {
  const styleHashes = pages.flatMap((page) => page.styleHashes);
  const everyPage = pageHeaders(settings, '/', styleHashes);
  const { 'content-security-policy': _policy, ...answer } = pageHeaders(settings, waitlistPath('joined'), []);
  const differing = Object.entries(answer).filter(([name, value]) => everyPage[name] !== value);
  const rules = [
    rule('/*', everyPage),
    rule(`${waitlistRoot}*`, {
      ...Object.fromEntries(differing),
      'cache-control': cacheControl(waitlistPath('joined')),
    }),
    rule('/assets/*', { 'cache-control': cacheControl('/assets/any') }),
    rule('/speculation-rules.json', { 'content-type': 'application/speculationrules+json' }),
  ];
  return [
    { fileName: '_headers', source: `${rules.join('\n\n')}\n` },
    // A static host stores nothing. A page says so to a visitor who sends the form without a script.
    { fileName: '_redirects', source: `${joinPath} ${waitlistPath('needs-script')} 303\n` },
  ];
}

/** Fonts and pictures are compressed by their own formats. */
const compressible = '**/*.{html,js,css,svg,json,xml,txt,webmanifest}';

/** Writes `file.br` and `file.gz` beside every text file of a folder, at the highest level: it is done once a build. */
async function compressFolder(folder: string): Promise<void> {
  for await (const path of glob(compressible, { cwd: folder })) {
    const file = join(folder, path);
    const bytes = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${file}.br`, brotliCompressSync(bytes, { params }));
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

interface RenderSiteOptions extends HeaderSettings {
  entry: typeof import('../app/render-document.tsx');
  /** The rendered emails, for the worker that sends them. */
  emails: EmailTemplates;
  root: string;
  /** Where Vite has put the browser's files. */
  outDir: string;
}

/**
 * Renders every document to its own HTML file. Beside them it writes the manifest, sitemap, feed, social pictures and the files
 * of static hosts, and the compressed form of each.
 * @returns the number of documents
 */
export async function renderSite(options: RenderSiteOptions): Promise<number> {
  const { entry, emails, root, outDir, siteUrl = site.url, backendUrl } = options;
  const assets = await builtAssets(outDir);
  const { documents } = entry;
  const rendered = await Promise.all(
    documents.map(({ path }) => entry.renderDocument(path, assets, siteUrl)),
  );
  for (const file of assets.inlined) await rm(join(outDir, file));
  const pages = rendered.map(({ path, styleHashes }) => ({ path, file: fileOf(path), styleHashes }));
  const manifest: SiteManifest = { pages };
  const listed = await Promise.all(
    documents
      .filter(({ indexed }) => indexed)
      .map(async ({ path, changed = site.changed, load }) => ({ path, changed, ...(await load()).meta })),
  );
  const articles = await readArticles(join(root, 'content/articles'));
  const files: BuiltFile[] = [
    ...rendered.map(({ path, html }) => ({ fileName: fileOf(path), source: html })),
    { fileName: manifestFile, source: JSON.stringify(manifest) },
    { fileName: templatesFile, source: JSON.stringify(emails) },
    ...sitemapAndFeed(siteUrl, listed, articles),
    ...(await socialImages(await entry.socialCards())),
    ...staticHostFiles({ siteUrl, backendUrl }, manifest),
  ];
  for (const { fileName, source } of files) {
    const target = join(outDir, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source);
  }
  await compressFolder(outDir);
  return documents.length;
}
