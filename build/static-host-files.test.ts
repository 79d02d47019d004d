import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { staticHostFiles } from './static-host-files.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64');

const pages = ['a{color:red}', 'b{color:red}', 'a{color:red}'].map((rules, index) => ({
  path: `/${index}`,
  file: `${index}/index.html`,
  styleHashes: [`'sha256-${hash(rules)}'`],
  fonts: [],
}));
const written = staticHostFiles(
  { siteUrl: 'https://example.org', backendUrl: 'https://project.supabase.co/' },
  { pages },
);
const read = (name: string) => String(written.find(({ fileName }) => fileName === name)?.source);

test('a static host sends the strict headers on every path, and lets the page call the back end it was built for', () => {
  const [everyPath = ''] = read('_headers').split('\n\n');
  expect(everyPath).toMatch(/^\/\*\n/);
  expect(everyPath).toContain(
    `  content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'`,
  );
  expect(everyPath).toContain("connect-src 'self' https://project.supabase.co;");
  expect(everyPath).toContain('  strict-transport-security: max-age=');
  expect(everyPath).not.toContain('cache-control');
});

test('a static host allows the rules that stand in its pages, each once, and no others', () => {
  const allowed = /style-src [^;]+/.exec(read('_headers'))?.[0] ?? '';
  expect(allowed.split(hash('a{color:red}'))).toHaveLength(2);
  expect(allowed).toContain(`'sha256-${hash('b{color:red}')}'`);
  expect(allowed).not.toContain('unsafe');
});

test('a static host keeps hashed files for a year, and answer pages out of referrers, indexes and caches', () => {
  const rules = read('_headers').split('\n\n').slice(1);
  expect(rules).toEqual([
    '/waitlist/*\n  referrer-policy: no-referrer\n  x-robots-tag: noindex\n  cache-control: no-store',
    '/assets/*\n  cache-control: public, max-age=31536000, immutable',
    '/speculation-rules.json\n  content-type: application/speculationrules+json\n',
  ]);
});

test('a static host tells a visitor without a script that the form did not go through', () => {
  expect(read('_redirects')).toBe('/waitlist/join /waitlist/failed 303\n');
});

test('no line is longer than the 2,000 characters that Cloudflare Pages reads', () => {
  for (const line of read('_headers').split('\n')) expect(line.length).toBeLessThan(2000);
});
