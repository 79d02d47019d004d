import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copyScripts, fails } from './scripts-copy.ts';

/** Writes what the build looks for; what else is in dist/ does not matter here. */
const builds =
  "const { mkdirSync, writeFileSync } = await import('node:fs'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/index.html', '');";
const buildIfNeeded = ['--eval', "import('./scripts/build.mjs').then(({ build }) => build())"];

test('sources that are what they were before a failed build are built again', async () => {
  const { run, write, replaceTool } = copyScripts({ vite: builds });
  write('app/routes.ts', 'first');
  expect((await run(...buildIfNeeded).ended).output).toContain('vite runs');
  expect((await run(...buildIfNeeded).ended).output).not.toContain('vite runs');
  write('app/routes.ts', 'second');
  replaceTool('vite', fails);
  expect((await run(...buildIfNeeded).ended).code).toBe(1);
  write('app/routes.ts', 'first');
  replaceTool('vite', builds);
  expect((await run(...buildIfNeeded).ended).output).toContain('vite runs');
});

test('npm run build builds even if nothing has changed, because dist/ may be what is damaged', async () => {
  const { run } = copyScripts({ vite: builds });
  for (let time = 0; time < 2; time += 1)
    expect((await run('scripts/tasks.mjs', 'build').ended).output).toContain('vite runs');
});

test('packages that the image installs in a step of its own are not installed again by its build', async () => {
  const { run, write } = copyScripts({ vite: builds });
  write('bin/npm', '#!/bin/sh\necho npm runs');
  write('node_modules/.installed', '');
  expect(readFileSync('Dockerfile', 'utf8')).toContain('RUN node scripts/setup.mjs\n');
  expect((await run('scripts/setup.mjs').ended).output).toContain('npm runs');
  expect((await run('scripts/tasks.mjs', 'build').ended).output).not.toContain('npm runs');
});
