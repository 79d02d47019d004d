import { expect, test } from 'vitest';
import { readPageSettings } from './plugin.ts';

test('an empty SITE_URL, as Compose passes one on that nobody has set, is the content’s own; a slash at its end is not doubled', () => {
  expect(readPageSettings({ SITE_URL: '' }).siteUrl).toBeUndefined();
  expect(readPageSettings({ SITE_URL: 'https://sahari.example/' }).siteUrl).toBe('https://sahari.example');
});

test('a SITE_URL that is no web address is named; an empty VITE_BACKEND_URL, or a mistake in a setting of the server, is none', () => {
  expect(() => readPageSettings({ SITE_URL: 'sahari.example' })).toThrow(
    'SITE_URL must be a web address such as https://example.org',
  );
  expect(readPageSettings({ PORT: 'high', VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});
