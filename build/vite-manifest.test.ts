import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { builtAssets } from './assets.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A folder that holds nothing but Vite's manifest. */
async function buildWith(manifest: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'built-'));
  folders.push(folder);
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  return folder;
}

const entry = { file: 'assets/browser.js' };
const hydrate = { file: 'assets/hydrate.js', name: 'hydrate' };
const fonts = Object.fromEntries(
  ['figtree', 'instrument-serif', 'instrument-serif-italic'].map((name) => [
    `.cache/fonts/${name}.woff2`,
    { file: `assets/${name}.woff2` },
  ]),
);
const openedArticle = { 'app/pages/blog/opened-article.tsx': { file: 'assets/opened-article.js' } };
const whole = { 'app/browser.ts': entry, '_hydrate.js': hydrate, ...fonts, ...openedArticle };

test('an island without a file stops the build and is named', async () => {
  const { 'app/pages/blog/opened-article.tsx': _left, ...without } = whole;
  const folder = await buildWith(without);
  await expect(builtAssets(folder)).rejects.toThrow(
    /'opened-article'.*app\/pages\/blog\/opened-article\.tsx/,
  );
});

test('an island that has a file of its own is asked for by the pages that have it', async () => {
  const { hydrationScripts } = await builtAssets(await buildWith(whole));
  expect(hydrationScripts(new Set(['marquee']))).toEqual(['/assets/hydrate.js']);
  expect(hydrationScripts(new Set(['opened-article']))).toEqual([
    '/assets/hydrate.js',
    '/assets/opened-article.js',
  ]);
});

test('a page whose style sheet is not there stops the build and names it', async () => {
  const { criticalStyle } = await builtAssets(await buildWith(whole));
  await expect(criticalStyle('<body></body>', 'hajj')).rejects.toThrow('app/pages/hajj/hajj.css');
});

test('a manifest that Vite would not write is refused with its file name and what is wrong in it', async () => {
  const folder = await buildWith({ 'app/browser.ts': { file: 1 } });
  await expect(builtAssets(folder)).rejects.toThrow(join(folder, '.vite/manifest.json'));
  await expect(builtAssets(folder)).rejects.toThrow('app/browser.ts');
});
