import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFoundPath } from '../app/paths.ts';
import type { RenderedDocument } from '../app/render-document.tsx';
import { site } from '../content/site.ts';
import { type EmailTemplates, templatesFile } from '../mail/templates.ts';
import { manifestFile, type SiteManifest } from '../server/pages/site-manifest.ts';
import { builtAssets, pageStyleFiles } from './assets.ts';
import { compressFolder } from './compress.ts';
import type { BuiltFile } from './icons.ts';
import { nginxFiles } from './nginx-files.ts';
import { sideFiles } from './side-files.ts';

type Entry = typeof import('../app/render-document.tsx');

/** `/islam` is kept in `islam/index.html`, `/404` in `404.html`: what static hosts look for. */
function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return path === notFoundPath ? '404.html' : `${path.slice(1)}/index.html`;
}

/** What a server has to know about the pages. */
function manifestOf(rendered: readonly RenderedDocument[]): SiteManifest {
  return {
    pages: rendered.map(({ path, styleHashes, fonts }) => ({ path, file: fileOf(path), styleHashes, fonts })),
  };
}

async function writeFiles(outDir: string, files: readonly BuiltFile[]) {
  for (const { fileName, source } of files) {
    const target = join(outDir, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source);
  }
}

interface RenderSiteOptions {
  entry: Entry;
  /** The rendered emails, for the worker that sends them. */
  emails: EmailTemplates;
  root: string;
  /** Where Vite has put the browser's files. */
  outDir: string;
  siteUrl?: string | undefined;
  backendUrl?: string | undefined;
}

/**
 * Renders every document to its own HTML file, and writes the files beside them: the manifest, sitemap, feed, icons, the
 * files of static hosts, the compressed form of each, and nginx's configuration for them.
 * @returns the number of documents
 */
export async function renderSite({
  entry,
  emails,
  root,
  outDir,
  siteUrl = site.url,
  backendUrl,
}: RenderSiteOptions): Promise<number> {
  const assets = await builtAssets(outDir);
  const documents = entry.allDocuments();
  const rendered = await Promise.all(
    documents.map(({ path }) => entry.renderDocument(path, assets, siteUrl)),
  );
  for (const file of await pageStyleFiles(outDir)) await rm(file);
  const manifest = manifestOf(rendered);
  const listed = await Promise.all(
    documents.map(async ({ load, ...document }) => ({ ...document, ...(await load()).meta })),
  );
  await writeFiles(outDir, [
    ...rendered.map(({ path, html }) => ({ fileName: fileOf(path), source: html })),
    { fileName: manifestFile, source: JSON.stringify(manifest) },
    { fileName: templatesFile, source: JSON.stringify(emails) },
    ...(await sideFiles({
      root,
      siteUrl,
      backendUrl,
      documents: listed,
      cards: await entry.allSocialCards(),
      manifest,
    })),
  ]);
  await compressFolder(outDir);
  await writeFiles(outDir, await nginxFiles(outDir, { siteUrl, backendUrl }));
  return documents.length;
}
