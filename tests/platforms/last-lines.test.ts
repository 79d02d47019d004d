import { expect, test } from 'vitest';
import { copyScripts, fails, passes } from './scripts-copy.ts';

/** `npm test` with tools that do nothing, on a machine where nothing can be installed. */
async function lastLinesOf(environment: Record<string, string>, biome = passes): Promise<string> {
  const tools = { biome, tsc: passes, knip: passes, stylelint: passes, vite: passes, vitest: passes };
  const { run, write } = copyScripts({ ...tools, 'es-check': passes });
  write('scripts/lock.ts', '');
  write('node_modules/@playwright/test/package.json', '{ "bin": "tool.mjs" }');
  write('node_modules/@playwright/test/tool.mjs', '');
  write('bin/apt-get', '#!/bin/sh\nexit 1');
  const settings = JSON.stringify({ CHROMIUM_PATH: process.execPath, ...environment });
  const test = `Object.assign(process.env, ${settings}); process.argv[2] = 'test'; import('./scripts/tasks.mjs');`;
  const started = run('--eval', test, '--', 'task');
  const { output } = await started.ended;
  return output.slice(output.lastIndexOf(' passed, '));
}

test('npm test says at its end that the build or a check failed', async () => {
  expect(await lastLinesOf({}, fails)).toContain('The first step (build and checks) failed');
});

test('npm test says at its end that a missing engine failed it in CI', async () => {
  const lines = await lastLinesOf({ CI: '1', FIREFOX_PATH: '/nowhere/firefox' });
  expect(lines).toContain('CI needs every engine');
  expect(lines).not.toContain('The first step');
});
