import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArticle, readArticles } from '../../build/articles/read-articles.ts';
import { citations } from '../../content/scripture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
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

test('an author goes by any name, marked as a sample or not', () => {
  for (const sample of ['true', 'false']) {
    expect(read('Text.', { author: 'Maryam Khan', sample }).author).toBe('Maryam Khan');
  }
});

test('a read time is held to the words at 220 a minute', () => {
  const minutes = (words: number, readTime: number) =>
    read('word '.repeat(words), { readTime: `${readTime}` }).readTime;
  expect(minutes(1100, 5)).toBe(5);
  expect(() => minutes(1211, 5)).toThrow(/take 6/);
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

test('the blessing on the Prophet is read out as words, in a text and in a citation', () => {
  const { html } = read('The Prophet ﷺ rested.\n\n::cite[h-qailulah]');
  const sign =
    'Prophet\u00A0<span role="img" aria-label="peace and blessings be upon him" class="blessing">ﷺ</span>';
  expect(html.split(sign)).toHaveLength(3);
});

test('links off the site open beside it, links within do not', () => {
  const { html } = read('[Out](https://doi.org/10.1002/ejsp.674) and [in](/health).');
  expect(html).toContain(
    '<a class="link" href="https://doi.org/10.1002/ejsp.674" target="_blank" rel="noopener noreferrer">Out</a>',
  );
  expect(html).toContain('<a class="link" href="/health">in</a>');
});

test('a folder must hold exactly one featured article', async ({ onTestFinished }) => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const write = (name: string, featured: string) =>
    writeFile(join(folder.path, name), file('Text.', { featured }));
  await write('one.md', 'false');
  await expect(readArticles(folder.path)).rejects.toThrow(/Exactly one article .* now none does/);
  await write('one.md', 'true');
  await write('two.md', 'true');
  await expect(readArticles(folder.path)).rejects.toThrow(/now one\.md, two\.md does/);
  await write('two.md', 'false');
  expect((await readArticles(folder.path)).map((article) => article.slug)).toEqual(['one', 'two']);
});

/** The sites that studies in the lists of sources may link to. */
const studyLink =
  /^https:\/\/(doi\.org\/10\.|pubmed\.ncbi\.nlm\.nih\.gov\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d)/;
const readingSites = /^https:\/\/(quran|sunnah)\.com\//;

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

const samples = articles.filter((article) => article.sample);

test('each article of ours has sections, a list, cited texts, and its sources at the end', () => {
  for (const { slug, html } of samples) {
    expect(html.match(/<h2 /g)?.length, slug).toBeGreaterThanOrEqual(4);
    expect(html, slug).toMatch(/<[ou]l>/);
    expect(html.match(/<figure class="scripture">/g)?.length, slug).toBeGreaterThanOrEqual(3);
    expect(html.match(/<h2 id="([^"]+)"/g)?.at(-1), slug).toBe('<h2 id="section-sources"');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, slug).toBe(ids.length);
  }
});

test('every text an article of ours cites is listed in its sources, and every text listed there is verified', () => {
  const verified = new Set(citations.map((citation) => citation.url));
  for (const { slug, html } of samples) {
    const [text = '', sources = ''] = html.split('<h2 id="section-sources">');
    const cited = linksOf(text).filter((href) => readingSites.test(href));
    const listed = linksOf(sources);
    for (const href of cited) expect(listed, slug).toContain(href);
    for (const href of listed)
      expect(verified.has(href) || studyLink.test(href), `${slug}: ${href}`).toBe(true);
    expect(
      listed.some((href) => studyLink.test(href)),
      slug,
    ).toBe(true);
  }
});

test('an article that speaks of the body says that it is not medical advice', () => {
  for (const { slug, category, html } of articles) {
    if (category === 'Health & Wellness')
      expect(html, slug).toContain('general information, not medical advice');
  }
});
