import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createServer, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { articles as articlesPlugin } from '../../build/articles/plugin.ts';
import { readArticles } from '../../build/articles/read-articles.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A one-minute article whose text begins with its title. */
const article = (title: string, featured = false) => `---
title: ${title}
excerpt: Said in a line.
author: Maryam
sample: true
date: "2026-11-01"
readTime: 1
category: Productivity
featured: ${featured}
hour: "05:10"
---

${title} begins with a sentence that stands nowhere else.

## Sources

- A source.
`;

/** A temporary site whose one script imports the list of articles and the loaders of their texts. */
async function smallSite() {
  const site = temporaryFolder();
  await mkdir(join(site.path, 'content/articles'), { recursive: true });
  await writeFile(join(site.path, 'content/articles/a-first-piece.md'), article('A first piece', true));
  await writeFile(join(site.path, 'content/articles/a-mat-at-midday.md'), article('A mat at midday'));
  const script = "import list, { bodies } from 'virtual:articles'; globalThis.shown = [list, bodies];";
  await writeFile(join(site.path, 'entry.js'), script);
  return site;
}

const settings = (root: string) => ({
  root,
  configFile: false as const,
  logLevel: 'silent' as const,
  plugins: [articlesPlugin()],
});

test('a browser gets the list at once and each text in a file of its own', async ({ onTestFinished }) => {
  const site = await smallSite();
  onTestFinished(site.remove);
  const built = (await build({
    ...settings(site.path),
    build: { write: false, rolldownOptions: { input: join(site.path, 'entry.js') } },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((file) => file.type === 'chunk');
  for (const { slug, title, html } of await readArticles(join(site.path, 'content/articles'))) {
    const opening = html.slice(3, 60);
    expect(
      chunks.filter((chunk) => chunk.code.includes(opening)).map((chunk) => chunk.isDynamicEntry),
      slug,
    ).toEqual([true]);
    const entry = chunks.find((chunk) => chunk.isEntry);
    expect(entry?.code).toContain(title);
    expect(entry?.code).not.toContain('section-sources');
    expect(entry?.code).not.toMatch(/\bsample\b/);
  }
});

test('a bad article stops the build with its name and line', async ({ onTestFinished }) => {
  const site = await smallSite();
  onTestFinished(site.remove);
  const bad = join(site.path, 'content/articles/a-first-piece.md');
  await writeFile(bad, article('A first piece', true).replace('readTime: 1', 'readTime: 6'));
  const building = build({
    ...settings(site.path),
    build: { write: false, rolldownOptions: { input: join(site.path, 'entry.js') } },
  });
  await expect(building).rejects.toThrow(/content\/articles\/a-first-piece\.md, line 7: readTime says 6/);
});

test('while developing, a changed and a new article are read at once', async ({ onTestFinished }) => {
  const site = await smallSite();
  const server = await createServer({ ...settings(site.path), server: { middlewareMode: true, ws: false } });
  onTestFinished(async () => {
    await server.close();
    site.remove();
  });
  await expect
    .poll(() => Object.keys(server.watcher.getWatched()))
    .toContain(join(site.path, 'content/articles'));
  const titles = async () => {
    const { default: list } = await server.ssrLoadModule('virtual:articles');
    return list.map((article: { title: string }) => article.title);
  };
  expect(await titles()).toContain('A mat at midday');
  const path = (name: string) => join(site.path, 'content/articles', name);
  await writeFile(path('a-mat-at-midday.md'), article('A rug at midday'));
  await expect.poll(titles).toContain('A rug at midday');
  await writeFile(path('a-bench-at-midday.md'), article('A bench at midday'));
  await expect.poll(titles).toContain('A bench at midday');
});
