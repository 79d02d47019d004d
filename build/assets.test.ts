import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageSheets, pagesInSharedSheet } from './assets.ts';

test('each page has its rules from one sheet: its own, or the shared one that imports them', () => {
  const shared = readFileSync('app/styles/index.css', 'utf8');
  const imported = [...shared.matchAll(/"\.\.\/(pages\/[^"]+)"/g)].map(([, path]) => `app/${path}`);
  expect(imported).toEqual(pagesInSharedSheet.map((page) => `app/pages/${page}/${page}.css`));
  const own = pageSheets();
  expect(own).toContain('app/pages/islam/islam.css');
  expect(own.filter((path) => imported.includes(path))).toEqual([]);
  const named = globSync('app/pages/*/*.css').filter((path) => /(\w[\w-]*)\/\1\.css$/.test(path));
  expect([...own, ...imported].toSorted()).toEqual(named.toSorted());
});
