import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import { notFoundPath } from '../content/paths.ts';
import { pageSettings } from '../scripts/page-settings.mjs';
import { readSettings } from '../server/settings.ts';
import { developmentAssets } from './assets.ts';
import { renderSite } from './render-site.ts';

type Entry = typeof import('../app/render-document.tsx');
type Emails = typeof import('../mail/messages/emails.tsx');

/**
 * The settings that are compiled into the pages, by the server's own rules: an empty one is not set, an address has no
 * trailing slash.
 * @throws Error naming every one that is wrong
 */
export function readPageSettings(environment: NodeJS.ProcessEnv) {
  // A mistake in any other setting is the server's concern: what builds the pages may not even have it.
  return readSettings(Object.fromEntries(pageSettings.map((name) => [name, environment[name]])));
}

async function servePage(server: ViteDevServer, url: string, siteUrl: string | undefined) {
  const entry = (await server.ssrLoadModule('/app/render-document.tsx')) as Entry;
  const path = new URL(url, 'http://localhost').pathname;
  const known = entry.documents.some((document) => document.path === path);
  const { html } = await entry.renderDocument(known ? path : notFoundPath, developmentAssets, siteUrl);
  return { status: known ? 200 : 404, html: await server.transformIndexHtml(url, html) };
}

/**
 * Builds the pages: the renderer first, then the browser's files, then every document with the URLs of those files. In
 * development the same renderer answers each request, so both show the same pages.
 */
export function pages(): Plugin {
  let settings: ReturnType<typeof readPageSettings>;
  return {
    name: 'pages',
    config() {
      settings = readPageSettings(process.env);
      return {
        appType: 'custom',
        // Vite itself would take them from the environment, where nothing has checked them.
        define: {
          'import.meta.env.VITE_BACKEND_URL': JSON.stringify(settings.backendUrl ?? ''),
          'import.meta.env.BACKEND_ANON_KEY': JSON.stringify(settings.anonKey),
        },
      };
    },
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          if (!request.headers.accept?.includes('text/html')) return next();
          try {
            const { status, html } = await servePage(server, request.originalUrl ?? '/', settings.siteUrl);
            response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
          } catch (error) {
            server.ssrFixStacktrace(error as Error);
            next(error);
          }
        });
      };
    },
    async buildApp(builder) {
      const { root } = builder.config;
      const { client, ssr } = builder.environments;
      if (!client || !ssr) throw new Error('The build needs its two environments, client and ssr.');
      await builder.build(ssr);
      // Without a query: the pages' chunks import this file too, and must get the same module.
      const rendererOf = (name: string) =>
        pathToFileURL(join(root, ssr.config.build.outDir, `${name}.js`)).href;
      const entry: Entry = await import(rendererOf('render-document'));
      const { renderEmails }: Emails = await import(rendererOf('emails'));
      await builder.build(client);
      const count = await renderSite({
        entry,
        emails: await renderEmails(),
        root,
        outDir: join(root, client.config.build.outDir),
        siteUrl: settings.siteUrl,
        backendUrl: settings.backendUrl,
      });
      client.config.logger.info(`Rendered ${count} documents.`);
    },
  };
}

/**
 * Keeps libraries from writing `<style>` elements, so that the content security policy needs no 'unsafe-inline'. Constructed
 * style sheets take their place. react-style-singleton, by which Radix's dialog locks scrolling, is replaced as a whole.
 * sonner's own injection is cut out, and app/waitlist/toaster.tsx adopts its rules.
 */
export function strictStyles(): Plugin {
  const singleton = fileURLToPath(new URL('../app/ui/constructed-style.ts', import.meta.url));
  return {
    name: 'strict-styles',
    enforce: 'pre',
    resolveId(source) {
      return source === 'react-style-singleton' ? singleton : null;
    },
    transform(code, id) {
      if (!/sonner\/dist\/index\.mjs/.test(id)) return null;
      const without = code.replace(/^__insertCSS\(.*\);$/m, '');
      if (without === code)
        this.error('sonner no longer injects its styles the way build/plugin.ts expects.');
      return { code: without, map: null };
    },
  };
}
