import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the words of the site live, apart from the articles’ readers, which hold none. */
const wordFiles = [
  'site',
  'prices',
  'messages',
  'toasts',
  'failed-toast',
  'navigation',
  'scripture',
  'screens',
  'page-parts',
  'blog-categories',
];

/**
 * Takes one edit to a file of content/; makes it in a copy and returns all words of the copy by module.
 * Throws when the edit finds nothing to change.
 */
async function wordsAfter(file: string, from: string, to: string): Promise<Map<string, string>> {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  await cp(join(root, 'content'), join(folder, 'content'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const target = join(folder, 'content', file);
  const before = await readFile(target, 'utf8');
  if (before.split(from).length !== 2) throw new Error(`content/${file} holds “${from}” not exactly once.`);
  await writeFile(target, before.replace(from, to));

  const pages = (await readdir(join(folder, 'content/pages'))).filter((name) => name.endsWith('.ts'));
  const modules = [...wordFiles.map((name) => `${name}.ts`), ...pages.map((name) => `pages/${name}`)];
  const words = new Map<string, string>();
  for (const name of modules) {
    const url = pathToFileURL(join(folder, 'content', name)).href;
    words.set(name, JSON.stringify(await import(/* @vite-ignore */ url)));
  }
  return words;
}

/** What the site’s own files say outside content/site.ts: sources without tests, and the articles. */
async function sourcesOutside(exempt: string[]): Promise<[name: string, text: string][]> {
  const folders = ['app', 'build', 'cli', 'content', 'database', 'mail', 'scripts', 'server'];
  const files: [string, string][] = [];
  for (const folder of folders) {
    const names = await readdir(join(root, folder), { recursive: true }).catch(() => []);
    for (const name of names) {
      const path = `${folder}/${name}`;
      if (!/\.(tsx?|mjs|css|md)$/.test(path) || /\.test\.tsx?$/.test(path) || exempt.includes(path)) continue;
      files.push([path, await readFile(join(root, path), 'utf8')]);
    }
  }
  return files;
}

test('renaming the product is one edit: no trace of the old name is left in the words', async () => {
  const words = await wordsAfter('site.ts', "const name = 'Bukoor';", "const name = 'Sahari';");
  const left = [...words].filter(([, text]) => /bukoor/i.test(text)).map(([name]) => name);
  expect(left).toEqual([]);
  const pages = [...words].filter(([name]) => name.startsWith('pages/'));
  expect(pages.length).toBeGreaterThanOrEqual(10);
  for (const [name, text] of pages) expect(text, name).toContain('Sahari');
  expect(words.get('toasts.ts')).toContain('Welcome to Sahari! 🤲');
  expect(words.get('site.ts')).toContain('https://x.com/sahari');
});

test('no file but content/site.ts spells the product’s name', async () => {
  const key = 'sb_publishable_bukoor_local'; // the local server’s key, which no visitor reads
  const spelt = (await sourcesOutside(['content/site.ts']))
    .filter(([, text]) => /bukoor/i.test(text.replaceAll(key, '')))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});

test('changing a price is one edit: plan, discount, questions and descriptions follow', async () => {
  const words = await wordsAfter('prices.ts', 'amount: 9,', 'amount: 14,');
  const all = [...words.values()].join('\n');
  expect(all).not.toMatch(/\$9(?!\d)/);
  expect(all).not.toContain('$4.50');
  expect(words.get('pages/pricing.ts')).toContain('"price":"$14"');
  expect(words.get('pages/pricing.ts')).toContain('Believer for $7 per month');
  expect(words.get('pages/pricing.ts')).toContain('come to $168');
  expect(words.get('pages/landing.ts')).toContain('$14 per month');
});

test('changing a discount is one edit', async () => {
  const early = await wordsAfter('prices.ts', 'earlyBeliever: 50', 'earlyBeliever: 40');
  expect(early.get('pages/pricing.ts')).toContain('Early believers: 40% off, for life');
  expect(early.get('pages/pricing.ts')).toContain('Believer for $5.40 per month');
  expect(early.get('pages/landing.ts')).toContain('40% off for early believers');
  const student = await wordsAfter('prices.ts', 'student: 50', 'student: 60');
  expect(student.get('pages/pricing.ts')).toContain('Students: 60% off');
  expect(student.get('pages/pricing.ts')).toContain('60% less money');
});

test('no file but content/prices.ts spells a price', async () => {
  const spelt = (await sourcesOutside(['content/prices.ts']))
    .filter(([name]) => name.startsWith('content/') || name.startsWith('app/'))
    .filter(([, text]) => /\$\d(?![\w`'"]*[,)])/.test(text))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});

test('changing a figure or the launch target is one edit', async () => {
  const figures = await wordsAfter('site.ts', 'members: 179', 'members: 412');
  expect([...figures.values()].join('\n')).not.toMatch(/\b179\b/);
  expect(figures.get('pages/landing.ts')).toContain('412+');
  const target = await wordsAfter('site.ts', "launchTarget: 'Q1 2026'", "launchTarget: 'Q3 2027'");
  expect(target.get('pages/landing.ts')).not.toContain('Q1 2026');
  expect(target.get('pages/landing.ts')).toContain('The target is Q3 2027');
});
