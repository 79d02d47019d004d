import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spec } from './specification.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders whose words are not for visitors but for those who build and test. */
const notForVisitors = new Set([
  'bench',
  'data',
  'deploy',
  'dist',
  'docs',
  'node_modules',
  'pictures',
  'supabase',
  'tests',
]);

/** The site’s own files except one: sources without tests, and the articles. */
async function sourcesWithout(exempt: string): Promise<[name: string, text: string][]> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !notForVisitors.has(entry.name))
    .map(({ name }) => name);
  const files: [string, string][] = [];
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = `${folder}/${name.replaceAll('\\', '/')}`;
      if (!/\.(tsx?|mjs|css|md)$/.test(path) || /\.test\.tsx?$/.test(path) || path === exempt) continue;
      files.push([path, await readFile(join(root, path), 'utf8')]);
    }
  }
  expect(files.length).toBeGreaterThan(100);
  return files;
}

test('no file but content/site.ts spells the product’s name', async () => {
  const key = /sb_publishable_\w+/g; // the local server’s key, which no visitor reads
  const spelt = (await sourcesWithout('content/site.ts'))
    .filter(([, text]) => new RegExp(spec.product, 'i').test(text.replaceAll(key, '')))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});

test('no file but content/prices.ts spells a price', async () => {
  const spelt = (await sourcesWithout('content/prices.ts'))
    .filter(([name]) => name.startsWith('content/') || name.startsWith('app/'))
    .filter(([, text]) => /\$\d(?![\w`'"]*[,)])/.test(text))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});
