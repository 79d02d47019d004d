import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testFolder } from '../../tests/support/databases.ts';
import { writeFiles } from '../../tests/support/temporary-folder.ts';
import { openSite } from './site.ts';

const folder = testFolder();
const styleHash = `'sha256-${'A'.repeat(43)}='`;
const page = (name: string) => `<html>${name}</html>`;
writeFiles(folder, {
  'dist/index.html': page('front'),
  'dist/index.html.br': brotliCompressSync(page('front')),
  'dist/index.html.gz': gzipSync(page('front')),
  'dist/islam/index.html': page('islam'),
  'dist/waitlist/joined/index.html': page('joined'),
  'dist/404.html': page('lost'),
  'dist/assets/s.css': 'a{}',
  'dist/speculation-rules.json': '{}',
  'dist/_headers': '/*',
  'dist/.vite/manifest.json': '{}',
  'dist/.vite/site.json': JSON.stringify({
    pages: [
      ['/', 'index.html'],
      ['/islam', 'islam/index.html'],
      ['/waitlist/joined', 'waitlist/joined/index.html'],
      ['/404', '404.html'],
    ].map(([path, file]) => ({ path, file, styleHashes: [styleHash] })),
  }),
  'secret.txt': 'outside of dist',
});
const dist = join(folder, 'dist');
const site = await openSite(dist, { backendUrl: 'https://project.supabase.co' });

test('a page has one address, and every other spelling leads to it', () => {
  expect(site.answer({ path: '/islam' }).body?.toString()).toContain('islam');
  for (const [path, location] of [
    ['/islam/', '/islam?a=b'],
    ['/islam/index.html', '/islam?a=b'],
    ['/index.html', '/?a=b'],
  ] as const)
    expect(site.answer({ path, search: '?a=b' })).toMatchObject({ status: 308, headers: { location } });
});

test('an unknown path, or one out of the folder, gets the 404 page', () => {
  const unknown = ['/nowhere', '/404', '/404.html', '/islam/nowhere', '//evil.example/', '/assets/'];
  const outside = ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/..%5csecret.txt'];
  for (const path of [...unknown, ...outside]) {
    const { status, body, headers } = site.answer({ path });
    expect({ path, status, body: body?.toString() }).toEqual({ path, status: 404, body: page('lost') });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('a client gets the smallest form that it accepts', () => {
  const encodingFor = (acceptEncoding: string | undefined) =>
    site.answer({ path: '/', acceptEncoding }).headers['content-encoding'];
  expect(encodingFor('gzip, deflate, br, zstd')).toBe('br');
  expect(encodingFor('gzip, br;q=0')).toBe('gzip');
  expect(encodingFor('*')).toBe('br');
  expect(encodingFor('*, br;q=0.000')).toBe('gzip');
  expect(encodingFor('zstd')).toBeUndefined();
  expect(encodingFor(undefined)).toBeUndefined();
  expect(site.answer({ path: '/' }).headers.vary).toBe('Accept-Encoding');
});

test('pages are revalidated and answered 304 while unchanged; each form has its own ETag', () => {
  const whole = site.answer({ path: '/', acceptEncoding: 'br' });
  const etag = whole.headers.etag;
  expect(whole.headers['cache-control']).toBe('no-cache');
  expect(etag).not.toBe(site.answer({ path: '/' }).headers.etag);
  const again = site.answer({ path: '/', acceptEncoding: 'br', ifNoneMatch: `"other", W/${etag}` });
  expect(again).toMatchObject({ status: 304, body: null, headers: { etag, vary: 'Accept-Encoding' } });
  expect(again.headers['content-length']).toBeUndefined();
  expect(site.answer({ path: '/', acceptEncoding: 'br', ifNoneMatch: '"other"' }).status).toBe(200);
  expect(site.answer({ path: '/nowhere', ifNoneMatch: '*' }).status).toBe(404);
});

test('the files of the build itself are not served', () => {
  for (const path of ['_headers', '.vite/manifest.json', '.vite/site.json', 'index.html.br', 'index.html.gz'])
    expect(site.answer({ path: `/${path}` }).status).toBe(404);
});

test('a page carries the strict headers, and HSTS only on https', async () => {
  expect(site.answer({ path: '/' }).headers).toMatchObject({
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.stringContaining('geolocation=()'),
    'speculation-rules': '"/speculation-rules.json"',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const secure = await openSite(dist, { siteUrl: 'https://example.org' });
  for (const path of ['/', '/assets/s.css', '/nowhere']) {
    expect(site.answer({ path }).headers).not.toHaveProperty('strict-transport-security');
    expect(secure.answer({ path }).headers).toHaveProperty('strict-transport-security');
  }
  // It makes a browser start another process (docs/decisions/0007-server.md).
  expect(site.answer({ path: '/' }).headers).not.toHaveProperty('cross-origin-opener-policy');
  expect(site.answer({ path: '/waitlist/joined' }).headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

test('a page may load what this site serves, and call the back end', () => {
  const policy = site.answer({ path: '/' }).headers['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe|\*|http:/);
  // A style that a library writes at run time and never changes may be allowed by its hash.
  expect(policy.replace(/ 'sha256-[\w+/]{43}='/g, '').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self' https://project.supabase.co",
    "manifest-src 'self'",
    "form-action 'self' https://project.supabase.co",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('a file has its type, and one with a hash is cached for a year', () => {
  expect(site.answer({ path: '/assets/s.css' }).headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  // The one type under which browsers read them.
  const { headers } = site.answer({ path: '/speculation-rules.json' });
  expect(headers['content-type']).toBe('application/speculationrules+json');
});

test('a manifest that names a missing page is refused with its file', async () => {
  const built = testFolder();
  const pages = [{ path: '/islam', file: 'islam/index.html', styleHashes: [] }];
  writeFiles(built, { 'index.html': page('front'), '.vite/site.json': JSON.stringify({ pages }) });
  await expect(openSite(built, {})).rejects.toThrow(
    `${join(built, '.vite/site.json')} cannot be used: The page /islam is missing`,
  );
});
