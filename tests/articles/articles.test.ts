import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { articleHtml } from '../../build/articles/article-html.ts';
import { readArticle, readArticles } from '../../build/articles/read-articles.ts';
import { citations } from '../../content/scripture.ts';
import { testFolder } from '../support/databases.ts';
import { publishedArticles as articles } from '../support/published-articles.ts';

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

function file(body: string, changes: Partial<typeof frontMatter> = {}): string {
  const fields = Object.entries({ ...frontMatter, ...changes }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${fields.join('\n')}\n---\n\n${body}\n`;
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

test('headings of the same words have ids of their own', () => {
  const { html } = read('## Two breaths\n\n## Two breaths\n\n## Two breaths 2\n\n## Two breaths');
  const ids = [...html.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([
    'section-two-breaths',
    'section-two-breaths-2',
    'section-two-breaths-2-2',
    'section-two-breaths-3',
  ]);
});

test('a mistake names its file and its line', () => {
  const mistakes: [string, Parameters<typeof read>[1], RegExp][] = [
    ['Text.', { title: '""' }, /^content\/articles\/a-short-piece\.md, line 2: title/],
    ['Text.', { date: 'Coming Soon' }, /line 6: date/],
    ['Text.', { hour: '"25:00"' }, /line 10: hour: must be a time of day/],
    [
      'word '.repeat(1211),
      { readTime: '5' },
      /line 7: readTime says 5, but 1211 words at 220 a minute take 6/,
    ],
    ['Text.\n\n::cite[q-115-1]', {}, /line 15: There is no verse or hadith with the id “q-115-1”/],
    ['::cite q-103', {}, /line 13: a citation is written ::cite\[id\]/],
    ['# Title again', {}, /line 13: write the title in the front matter only/],
    ['### Too deep', {}, /line 13: this heading leaves out a level/],
    ['## One\n\n### Two\n\n#### Three', {}, /line 17: headings go down to ###/],
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
  expect(html).toContain(
    '<span class="scripture-label">Meaning (summary)</span> So with hardship comes ease;',
  );
  expect(html).toContain(
    'href="https://quran.com/94/5-6" rel="noopener noreferrer" target="_blank">Quran 94:5-6</a>',
  );
  expect(html).toContain(
    '>Sahih al-Bukhari 39</a><span class="scripture-grade">Sahih (in al-Bukhari)</span>',
  );
  expect(html).toContain('<p>After.</p>');
});

test.for([
  ['a table', 'Text.\n\n| a | b |\n|---|---|\n| 1 | 2 |', 15],
  ['a picture', 'Text,\nand ![a picture](/mosque.jpg) in it.', 14],
  ['a picture', '- one\n- two ![a picture](https://example.org/a.png)', 14],
  ['a block of code', '## One\n\n```\nx\n```', 15],
  ['code', 'Call `it` so.', 13],
  ['HTML', 'Text.\n\n<div>Words</div>', 15],
  ['text that is struck out', 'Some ~~struck~~ text.', 13],
  ['a line break within a paragraph', 'One  \nTwo', 13],
  ['a box to tick', '- [ ] to do', 13],
  ['a link to http://example.org', '[Out](http://example.org)', 13],
  ['a link to mailto:', 'Write to salam@example.org.', 13],
] as const)('%s stops the build with its line, because the page would lose it', ([what, body, line]) => {
  expect(() => read(body)).toThrow(`content/articles/a-short-piece.md, line ${line}: ${what}`);
});

test('a comment in an article is left out, and stops nothing', () => {
  expect(read('Text.\n\n<!-- Ask Maryam. -->\n\nMore.').html).toBe('<p>Text.</p>\n<p>More.</p>');
});

test('a paragraph and an item of a list end on two words that stay together', () => {
  const { html } = read(
    'Then they moved it.\n\n- It was not dropped.\n- A word as unmanageable as antidisestablishmentarian.',
  );
  expect(html).toContain('<p>Then they moved\u00a0it.</p>');
  expect(html).toContain('<li>It was not\u00a0dropped.</li>');
  expect(html).toContain('unmanageable as antidisestablishmentarian.</li>');
});

test('no line of an article ends within a name such as al-Bukhari, and no link is changed by one', () => {
  const name = '<span class="whole-word">al-Bukhari</span>';
  const html = articleHtml(
    '- See [al-Bukhari 39](https://en.wikipedia.org/wiki/Al-Bukhari), all-day.\n\nAnd **al-Bukhari** here.',
  );
  expect(html).toContain(`href="https://en.wikipedia.org/wiki/Al-Bukhari"`);
  expect(html).toContain(`>${name} 39</a>, all-day.</li>`);
  expect(html).toContain(`<p>And <strong>${name}</strong> here.</p>`);
});

test('nothing that runs or loads survives, however it is written', () => {
  const html = articleHtml(
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
});

/** The sites that studies in the lists of sources may link to. */
const studyLink =
  /^https:\/\/(doi\.org\/10\.|pubmed\.ncbi\.nlm\.nih\.gov\/\d|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d)/;

const readingSites = /^https:\/\/(quran|sunnah)\.com\//;

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

test('an article ends with its sources: every verified text, and a study', () => {
  const verified = new Set(citations.map((citation) => citation.url));
  for (const { slug, html } of articles.filter(({ sample }) => sample)) {
    const [text = '', sources = ''] = html.split('<h2 id="section-sources">');
    const cited = linksOf(text).filter((href) => readingSites.test(href));
    const listed = linksOf(sources);
    expect(
      cited.filter((href) => !listed.includes(href)),
      slug,
    ).toEqual([]);
    expect(
      listed.filter((href) => !verified.has(href) && !studyLink.test(href)),
      slug,
    ).toEqual([]);
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
