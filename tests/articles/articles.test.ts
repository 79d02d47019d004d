import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, createServer, type Rolldown } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { articles as articlesPlugin } from '../../build/articles/plugin.ts';
import { readArticle, readArticles } from '../../build/articles/read-articles.ts';
import { citations } from '../../content/scripture.ts';
import { testFolder } from '../support/databases.ts';
import { publishedArticles as articles } from './published.ts';

const frontMatter = {
  title: 'A short piece',
  excerpt: 'Said in a line.',
  author: 'Maryam',
  sample: 'true',
  date: '"2026-11-01"',
  readTime: '1',
  category: 'Productivity',
  featured: 'false',
  hour: '"05:10"',
};

function file(
  body: string,
  changes: Partial<Record<keyof typeof frontMatter, string | undefined>> = {},
): string {
  const fields = Object.entries({ ...frontMatter, ...changes }).filter(([, value]) => value !== undefined);
  return `---\n${fields.map(([key, value]) => `${key}: ${value}`).join('\n')}\n---\n\n${body}\n`;
}

const read = (body: string, changes = {}) => readArticle('a-short-piece.md', file(body, changes));

test('front matter and Markdown become an article under the file’s name', () => {
  const article = read('## Two breaths\n\nRead *this*.\n\n- one\n- two');
  expect(article).toMatchObject({
    slug: 'a-short-piece',
    title: 'A short piece',
    readTime: 1,
    words: 6,
    featured: false,
  });
  expect(article.html).toContain('<h2 id="section-two-breaths">Two breaths</h2>');
  expect(article.html).toContain('<em>this</em>');
  expect(article.html).toContain('<li>two</li>');
});

test('a mistake names its file and its line', () => {
  const mistakes: [string, Parameters<typeof read>[1], RegExp][] = [
    ['Text.', { title: '""' }, /^content\/articles\/a-short-piece\.md, line 2: title/],
    ['Text.', { author: '""' }, /line 4: author/],
    ['Text.', { date: 'Coming Soon' }, /line 6: date/],
    ['Text.', { category: 'Sport' }, /line 8: category/],
    ['Text.', { hour: '"25:00"' }, /line 10: hour: must be a time of day/],
    ['Text.', { readTime: '8' }, /line 7: readTime says 8, but 1 words at 220 a minute take 1/],
    [
      'word '.repeat(1211),
      { readTime: '5' },
      /line 7: readTime says 5, but 1211 words at 220 a minute take 6/,
    ],
    ['Text.', { excerpt: undefined }, /line 1: excerpt/],
    ['Text.', { featured: 'false\nstars: 5' }, /line 10: stars/],
    ['Text.', { title: '"unclosed' }, /front matter is not YAML/],
    ['Text.\n\n::cite[q-115-1]', {}, /line 15: There is no verse or hadith with the id “q-115-1”/],
    ['::cite q-103', {}, /line 13: a citation is written ::cite\[id\]/],
    ['# Title again', {}, /line 13: the title is the one first heading/],
    ['### Too deep', {}, /line 13: this heading leaves out a level/],
    ['## One\n\n### Two\n\n#### Three', {}, /line 17: headings go down to ###/],
    ['## One\n\n   ####\tThree', {}, /line 15: headings go down to ###/],
  ];
  for (const [body, changes, message] of mistakes) expect(() => read(body, changes)).toThrow(message);
  expect(() => readArticle('a-short-piece.md', 'No front matter.')).toThrow(
    /line 1: the file must open with/,
  );
  expect(() => readArticle('A Piece.md', file('Text.'))).toThrow(/the name must be small letters/);
});

test('a citation becomes the figure of the site’s own component', () => {
  const { html } = read('Before.\n::cite[q-94-5-6]\nAfter.\n\n::cite[h-ease]');
  expect(html).toContain(
    '<figure class="scripture"><blockquote lang="ar" dir="rtl" class="scripture-arabic">',
  );
  expect(html).toContain('<span class="scripture-label">Meaning (summary)</span> Ease comes with hardship;');
  expect(html).toContain(
    'href="https://quran.com/94/5-6" rel="noopener noreferrer" target="_blank">Quran 94:5-6</a>',
  );
  expect(html).toContain(
    '>Sahih al-Bukhari 39</a><span class="scripture-grade">Sahih (in al-Bukhari)</span>',
  );
  expect(html).toContain('<p>After.</p>');
});

test('nothing that runs or loads survives, however it is written', () => {
  const { html } = read(
    [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)> <svg onload=alert(1)> <iframe src="https://example.org"></iframe>',
      '[one](javascript:alert(1)) [two](data:text/html,x) [three](//example.org/x) [four](http://example.org)',
      '<p style="position:fixed" onclick="alert(1)" id="join" class="dialog">Words</p>',
      '![picture](https://example.org/pixel.png)',
      '<form action="https://example.org"><input name="email"></form>',
    ].join('\n\n'),
  );
  expect(html).not.toMatch(
    /script|alert|<img|<svg|<iframe|style=|onclick|id="join"|dialog|<form|<input|data:|http:|\/\/example/i,
  );
  expect(html).toContain('Words');
});

test('links off the site open beside it, links within do not', () => {
  const { html } = read('[Out](https://doi.org/10.1002/ejsp.674) and [in](/health).');
  expect(html).toContain(
    '<a class="link" href="https://doi.org/10.1002/ejsp.674" target="_blank" rel="noopener noreferrer">Out</a>',
  );
  expect(html).toContain('<a class="link" href="/health">in</a>');
});

test('a folder must hold exactly one featured article', async () => {
  const folder = testFolder();
  const write = (name: string, featured: string) =>
    writeFile(join(folder, name), file('Text.', { featured }));
  await write('one.md', 'false');
  await expect(readArticles(folder)).rejects.toThrow(/Exactly one article .* now none does/);
  await write('one.md', 'true');
  await write('two.md', 'true');
  await expect(readArticles(folder)).rejects.toThrow(/now one\.md, two\.md does/);
  await write('two.md', 'false');
  expect((await readArticles(folder)).map((article) => article.slug)).toEqual(['one', 'two']);
});

/** A temporary site whose one script imports the list of articles and the loaders of their texts. */
async function smallSite() {
  const root = testFolder();
  const folder = join(root, 'content/articles');
  await mkdir(folder, { recursive: true });
  const write = (slug: string, title: string, changes = {}) =>
    writeFile(join(folder, `${slug}.md`), file(`${title} begins so.\n\n## Sources`, { title, ...changes }));
  await write('a-first-piece', 'A first piece', { featured: 'true' });
  await write('a-mat-at-midday', 'A mat at midday');
  const script = "import list, { bodies } from 'virtual:articles'; globalThis.shown = [list, bodies];";
  await writeFile(join(root, 'entry.js'), script);
  const settings = {
    root,
    configFile: false as const,
    logLevel: 'silent' as const,
    plugins: [articlesPlugin()],
  };
  return { folder, write, settings };
}

test('a browser gets the list at once and each text in a file of its own; a bad article stops the build', async () => {
  const { settings, write } = await smallSite();
  const building = { write: false, rolldownOptions: { input: join(settings.root, 'entry.js') } };
  const { output } = (await build({ ...settings, build: building })) as Rolldown.RolldownOutput;
  const chunks = output.filter((part) => part.type === 'chunk');
  const list = chunks.find(({ isEntry }) => isEntry)?.code;
  for (const title of ['A first piece', 'A mat at midday']) {
    const holding = chunks.filter(({ code }) => code.includes(`${title} begins so`));
    expect(holding.map(({ isDynamicEntry }) => isDynamicEntry)).toEqual([true]);
    expect(list).toContain(title);
  }
  expect(list).not.toMatch(/section-sources|\bsample\b/);
  await write('a-first-piece', 'A first piece', { readTime: '6' });
  const why = /content\/articles\/a-first-piece\.md, line 7: readTime says 6/;
  await expect(build({ ...settings, build: building })).rejects.toThrow(why);
});

test('while developing, a changed and a new article are read at once', async () => {
  const { folder, settings, write } = await smallSite();
  const server = await createServer({ ...settings, server: { middlewareMode: true, ws: false } });
  onTestFinished(() => server.close());
  await expect.poll(() => Object.keys(server.watcher.getWatched())).toContain(folder);
  const titles = async () => {
    const { default: list } = await server.ssrLoadModule('virtual:articles');
    return list.map((article: { title: string }) => article.title);
  };
  expect(await titles()).toContain('A mat at midday');
  const written = { 'a-mat-at-midday': 'A rug at midday', 'a-bench-at-midday': 'A bench at midday' };
  for (const [slug, title] of Object.entries(written)) {
    await write(slug, title);
    await expect.poll(titles).toContain(title);
  }
});

/** The sites that studies in the lists of sources may link to. */
const studyLink =
  /^https:\/\/(doi\.org\/10\.|pubmed\.ncbi\.nlm\.nih\.gov\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d)/;
const readingSites = /^https:\/\/(quran|sunnah)\.com\//;

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

const verified = new Set(citations.map((citation) => citation.url));

for (const { slug, html } of articles.filter(({ sample }) => sample))
  test(`${slug}, an article of ours, has sections, a list, cited texts, and at the end its sources: every text it cites, verified, and a study`, () => {
    expect(html.match(/<h2 /g)?.length).toBeGreaterThanOrEqual(4);
    expect(html).toMatch(/<[ou]l>/);
    expect(html.match(/<figure class="scripture">/g)?.length).toBeGreaterThanOrEqual(3);
    expect(html.match(/<h2 id="([^"]+)"/g)?.at(-1)).toBe('<h2 id="section-sources"');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const [text = '', sources = ''] = html.split('<h2 id="section-sources">');
    const listed = linksOf(sources);
    expect(listed).toEqual(expect.arrayContaining(linksOf(text).filter((href) => readingSites.test(href))));
    expect(listed.filter((href) => !verified.has(href) && !studyLink.test(href))).toEqual([]);
    expect(listed.some((href) => studyLink.test(href))).toBe(true);
  });

test('an article that speaks of the body says that it is not medical advice', () => {
  for (const { slug, category, html } of articles) {
    if (category === 'Health & Wellness')
      expect(html, slug).toContain('general information, not medical advice');
  }
});
