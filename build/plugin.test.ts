import { expect, test } from 'vitest';
import { readPageSettings } from './plugin.ts';

test('a wrong SITE_URL stops a build, but a mistake in a setting of the server does not', () => {
  expect(() => readPageSettings({ SITE_URL: 'sahari.example' })).toThrow(
    'SITE_URL must be a web address such as https://example.org',
  );
  expect(readPageSettings({ PORT: 'high', VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});
