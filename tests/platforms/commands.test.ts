import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signalsToPassOn, toolFile } from '../../scripts/run.mjs';
import { npmCommand } from '../../scripts/setup.mjs';

test('a fresh folder gets what is locked, and one that is in use keeps what it has', () => {
  expect(npmCommand('site', true)).toMatch(/^npm ci --omit=dev /);
  expect(npmCommand('everything', true)).toMatch(/^npm ci --include=dev /);
  expect(npmCommand('site', false)).toMatch(/^npm install --no-save --omit=dev /);
});

test('Windows gives Ctrl+C to a child itself; elsewhere it is passed on', () => {
  expect(signalsToPassOn('win32')).toEqual([]);
  for (const platform of ['linux', 'darwin'])
    expect(signalsToPassOn(platform)).toEqual(['SIGINT', 'SIGTERM']);
});

test.each(['biome', 'es-check', 'knip', 'playwright', 'stylelint', 'tsc', 'vite', 'vitest'])(
  '%s is run from its own file, which no shell has to find',
  (name) => {
    expect(existsSync(toolFile(name)), toolFile(name)).toBe(true);
  },
);
