import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dateInWords } from '../../content/date-in-words.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site } from '../../content/site.ts';
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
  'blessing',
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
  const folders = ['app', 'build', 'cli', 'content', 'database', 'mail', 'scripts', 'server', 'waitlist'];
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

const oldName = new RegExp(site.name, 'i');

test('renaming the product is one edit: no trace of the old name is left in the words', async () => {
  const words = await wordsAfter('site.ts', `const name = '${site.name}';`, "const name = 'Newname';");
  const left = [...words].filter(([, text]) => oldName.test(text)).map(([name]) => name);
  expect(left).toEqual([]);
  const pages = [...words].filter(([name]) => name.startsWith('pages/'));
  expect(pages.length).toBeGreaterThanOrEqual(10);
  for (const [name, text] of pages) expect(text, name).toContain('Newname');
  expect(words.get('toasts.ts')).toContain('Welcome to Newname! 🤲');
  expect(words.get('site.ts')).toContain('https://x.com/newname');
});

test('no file but content/site.ts spells the product’s name', async () => {
  const key = /sb_publishable_\w+/g; // the local server’s key, which no visitor reads
  const spelt = (await sourcesOutside(['content/site.ts']))
    .filter(([, text]) => oldName.test(text.replaceAll(key, '')))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});

test('changing a price is one edit: plan, discount, questions and descriptions follow', async () => {
  const { amount } = prices.believer;
  const line = (price: number) => `plan: 'Believer', amount: ${price},`;
  const words = await wordsAfter('prices.ts', line(amount), line(1313));
  const all = [...words.values()].join('\n');
  const early = lessPerCent(1313, discounts.earlyBeliever);
  for (const old of [amount, amount * 12].map(inDollars)) {
    expect(all).not.toMatch(new RegExp(`${old.replaceAll(/[$.]/g, '\\$&')}(?!\\d)`));
  }
  expect(words.get('pages/pricing.ts')).toContain('"price":"$1313"');
  expect(words.get('pages/pricing.ts')).toContain(`Believer for ${early} per month`);
  expect(words.get('pages/pricing.ts')).toContain(inDollars(1313 * 12));
  expect(words.get('pages/landing.ts')).toContain('$1313 per month');
});

test('changing a discount is one edit', async () => {
  const { earlyBeliever, student } = discounts;
  const forEarly = await wordsAfter('prices.ts', `earlyBeliever: ${earlyBeliever}`, 'earlyBeliever: 37');
  expect(forEarly.get('pages/pricing.ts')).toContain('Early believers: 37% off, for life');
  expect(forEarly.get('pages/pricing.ts')).toContain(
    `Believer for ${lessPerCent(prices.believer.amount, 37)}`,
  );
  expect(forEarly.get('pages/landing.ts')).toContain('37% off');
  expect(forEarly.get('messages.ts')).toContain('37% off');
  const forStudents = await wordsAfter('prices.ts', `student: ${student}`, 'student: 61');
  expect(forStudents.get('pages/pricing.ts')).toContain('Students: 61% off');
  expect(forStudents.get('pages/pricing.ts')).toContain('will get 61% off');
});

test('no file but content/prices.ts spells a price', async () => {
  const spelt = (await sourcesOutside(['content/prices.ts']))
    .filter(([name]) => name.startsWith('content/') || name.startsWith('app/'))
    .filter(([, text]) => /\$\d(?![\w`'"]*[,)])/.test(text))
    .map(([name]) => name);
  expect(spelt).toEqual([]);
});

test('changing a figure or the launch target is one edit', async () => {
  const figures = await wordsAfter('site.ts', `members: ${site.figures.members}`, 'members: 70412');
  expect([...figures.values()].join('\n')).not.toMatch(new RegExp(`\\b${site.figures.members}\\b`));
  expect(figures.get('pages/landing.ts')).toContain('70412+');
  const { quarter } = site.launchTarget;
  const target = await wordsAfter('site.ts', `quarter: '${quarter}'`, "quarter: 'Q3 2057'");
  expect(target.get('pages/landing.ts')).not.toContain(quarter);
  expect(target.get('pages/landing.ts')).toContain('The target is Q3 2057');
});

test('changing the latest date of erasure is one edit', async () => {
  const { latest } = site.erasure;
  const words = await wordsAfter('site.ts', `latest: '${latest}'`, "latest: '2057-05-06'");
  for (const page of ['pages/privacy.ts', 'pages/pricing.ts']) {
    expect(words.get(page)).toContain('6 May 2057');
    expect(words.get(page)).not.toContain(dateInWords(latest));
  }
});
