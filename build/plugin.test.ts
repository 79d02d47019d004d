import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { site } from '../content/site.ts';
import { articles } from './articles/plugin.ts';
import { pages, readPageSettings } from './plugin.ts';

beforeEach(() => {
  for (const name of ['SITE_URL', 'VITE_BACKEND_URL', 'BACKEND_ANON_KEY']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const startVite = () =>
  createServer({
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    plugins: [articles(), pages()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });

/** The address that a page gives as its own. */
async function canonicalUrl(path: string): Promise<string | undefined> {
  const vite = await startVite();
  const server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await vite.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
  return /<link rel="canonical" href="([^"]*)"/.exec(await answer.text())?.[1];
}

test('with an empty SITE_URL, as Compose passes one on that nobody has set, the content’s own address is used', async () => {
  vi.stubEnv('SITE_URL', '');
  expect(await canonicalUrl('/islam')).toBe(`${site.url}/islam`);
});

test('a slash at the end of SITE_URL is not doubled', async () => {
  vi.stubEnv('SITE_URL', 'https://sahari.example/');
  expect(await canonicalUrl('/islam')).toBe('https://sahari.example/islam');
});

test('a SITE_URL that is no web address stops the build and is named', async () => {
  vi.stubEnv('SITE_URL', 'sahari.example');
  await expect(startVite()).rejects.toThrow('SITE_URL must be a web address such as https://example.org');
});

test('an empty VITE_BACKEND_URL is no other back end', () => {
  expect(readPageSettings({ VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});

test('a mistake in a setting of the server alone does not stop the build', () => {
  expect(readPageSettings({ PORT: 'high', SITE_URL: 'https://sahari.example' }).siteUrl).toBe(
    'https://sahari.example',
  );
});
