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
afterEach(() => vi.unstubAllEnvs());

/** The address that a page gives as its own. */
async function canonicalUrl(path: string): Promise<string | undefined> {
  const vite = await createServer({
    configFile: false,
    envDir: false,
    logLevel: 'silent',
    plugins: [articles(), pages()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const server = createHttpServer(vite.middlewares);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await vite.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const answer = await fetch(url, { headers: { accept: 'text/html' } });
  return /<link rel="canonical" href="([^"]*)"/.exec(await answer.text())?.[1];
}

test.each([
  ['an empty SITE_URL, as Compose passes one on that nobody has set, is the content’s own', '', site.url],
  ['a slash at the end of SITE_URL is not doubled', 'https://sahari.example/', 'https://sahari.example'],
])('%s', async (_name, given, used) => {
  vi.stubEnv('SITE_URL', given);
  expect(await canonicalUrl('/islam')).toBe(`${used}/islam`);
});

test('a SITE_URL that is no web address is named; an empty VITE_BACKEND_URL, or a mistake in a setting of the server, is none', () => {
  expect(() => readPageSettings({ SITE_URL: 'sahari.example' })).toThrow(
    'SITE_URL must be a web address such as https://example.org',
  );
  expect(readPageSettings({ PORT: 'high', VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});
