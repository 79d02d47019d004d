import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadEnv, type Plugin, type ViteDevServer } from 'vite';
import { site } from '../content/site.ts';
import { builtAssets, developmentAssets } from './assets.ts';
import { compressFolder } from './compress.ts';
import { sideFiles } from './side-files.ts';

type Entry = typeof import('../app/entry.tsx');

const prerenderEntry = '/app/entry.tsx';

/** `/islam` is kept in `islam/index.html`, `/404` in `404.html`: what static hosts look for. */
function fileOf(path: string): string {
  if (path === '/') return 'index.html';
  return path === '/404' ? '404.html' : `${path.slice(1)}/index.html`;
}

async function writeFiles(outDir: string, files: { fileName: string; source: string | Uint8Array }[]) {
  for (const { fileName, source } of files) {
    const target = join(outDir, fileName);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, source);
  }
}

async function servePage(server: ViteDevServer, url: string, siteUrl: string | undefined) {
  const entry = (await server.ssrLoadModule(prerenderEntry)) as Entry;
  const path = new URL(url, 'http://localhost').pathname;
  const known = entry.allDocuments().some((document) => document.path === path);
  const html = await entry.renderDocument(known ? path : '/404', developmentAssets, siteUrl);
  return { status: known ? 200 : 404, html: await server.transformIndexHtml(url, html) };
}

/**
 * Renders every document of app/entry.tsx to its own HTML file after the browser's files are built, then writes the
 * files that stand beside the pages (sitemap, feed, icons, …) and compresses everything. In development the same
 * renderer answers each request, so both show the same pages.
 */
export function pages(): Plugin {
  let root = process.cwd();
  let siteUrl: string | undefined;
  return {
    name: 'pages',
    config: () => ({ appType: 'custom' }),
    configResolved(config) {
      root = config.root;
      siteUrl = loadEnv(config.mode, config.root, 'SITE_URL').SITE_URL;
    },
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) return next();
          try {
            const { status, html } = await servePage(server, request.originalUrl ?? '/', siteUrl);
            response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
          } catch (error) {
            server.ssrFixStacktrace(error as Error);
            next(error);
          }
        });
      };
    },
    async buildApp(builder) {
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('The build needs its two environments, client and ssr.');
      await builder.build(client);
      await builder.build(ssr);
      const outDir = join(root, client.config.build.outDir);
      const entry: Entry = await import(
        `${pathToFileURL(join(root, ssr.config.build.outDir, 'entry.js')).href}?${Date.now()}`
      );
      const assets = await builtAssets(outDir);
      const rendered = await Promise.all(
        entry.allDocuments().map(async ({ path }) => ({
          fileName: fileOf(path),
          source: await entry.renderDocument(path, assets, siteUrl),
        })),
      );
      await writeFiles(outDir, rendered);
      const documents = await Promise.all(
        entry.allDocuments().map(async ({ load, ...document }) => ({ ...document, ...(await load()).meta })),
      );
      await writeFiles(
        outDir,
        await sideFiles({
          root,
          siteUrl: siteUrl ?? site.url,
          backendUrl: client.config.env.VITE_BACKEND_URL,
          documents,
          cards: await entry.allSocialCards(),
          pages: rendered.map(({ source }) => source),
        }),
      );
      await compressFolder(outDir);
      client.config.logger.info(`Rendered ${documents.length} documents.`);
    },
  };
}
