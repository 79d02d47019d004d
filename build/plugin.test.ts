import { expect, test } from 'vitest';
import { readPageSettings } from './plugin.ts';

test('a wrong SITE_URL stops a build, a wrong setting of the server does not', () => {
  expect(() => readPageSettings({ SITE_URL: 'bukoor.example' })).toThrow(
    'SITE_URL must be a web address such as https://example.org',
  );
  expect(readPageSettings({ PORT: 'high', VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});
