import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { staticHostFiles } from './render-site.ts';

const hashOf = (rules: string) => `'sha256-${createHash('sha256').update(rules).digest('base64')}'`;
const pages = ['a{color:red}', 'b{color:red}', 'a{color:red}'].map((rules, index) => ({
  path: `/${index}`,
  file: `${index}/index.html`,
  styleHashes: [hashOf(rules)],
}));
const [headers = '', redirects] = staticHostFiles(
  { siteUrl: 'https://example.org', backendUrl: 'https://project.supabase.co/' },
  { pages },
).map(({ source }) => String(source));

test('a static host sends the strict headers and allows the page’s back end', () => {
  const [everyPath = '', ...rules] = headers.split('\n\n');
  expect(everyPath).toMatch(/^\/\*\n/);
  expect(everyPath).toContain(
    "  content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
  );
  expect(everyPath.split(hashOf('a{color:red}'))).toHaveLength(2);
  expect(everyPath).toContain(hashOf('b{color:red}'));
  expect(everyPath).toContain("connect-src 'self' https://project.supabase.co;");
  expect(everyPath).toContain('  strict-transport-security: max-age=');
  expect(everyPath).not.toMatch(/unsafe|cache-control/);
  expect(rules).toEqual([
    '/waitlist/*\n  referrer-policy: no-referrer\n  x-robots-tag: noindex\n  cache-control: no-store',
    '/assets/*\n  cache-control: public, max-age=31536000, immutable',
    '/speculation-rules.json\n  content-type: application/speculationrules+json\n',
  ]);
  // Cloudflare Pages reads no longer line.
  for (const line of headers.split('\n')) expect(line.length).toBeLessThan(2000);
});

test('a static host says without a script that the form did not go through', () => {
  expect(redirects).toBe('/waitlist/join /waitlist/needs-script 303\n');
});
