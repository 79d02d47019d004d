import { expect, test } from 'vitest';
import { readPageSettings } from './plugin.ts';

test('a mistake in a setting of the server does not stop a build, and an empty setting is none', () => {
  expect(readPageSettings({ PORT: 'high', VITE_BACKEND_URL: ' ' }).backendUrl).toBeUndefined();
});
