import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { readArticle } from './articles/read-articles.ts';
import { atomFeed } from './sitemap-and-feed.ts';

const site = { name: 'Bukoor', tagline: 'Sun & prayer', url: 'https://bukoor.example' };

const article = (slug: string, title: string) =>
  readArticle(
    `${slug}.md`,
    `---
title: ${JSON.stringify(title)}
excerpt: "Less < more"
author: Maryam
sample: true
date: "2026-11-01"
readTime: 1
category: Faith & Productivity
featured: false
hour: "05:10"
---

Some *words*.`,
  );

// happy-dom accepts these in running text; feed readers do not.
const forgiven =
  /&(?!(?:amp|lt|gt|quot|apos);)|<(?![a-z/?])|\]\]>|[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/u;

function parse(feed: string) {
  const document = new new Window().DOMParser().parseFromString(feed, 'application/xml');
  if (forgiven.test(feed) || document.querySelector('parsererror')) throw new Error('not well-formed');
  return document;
}

const textOf = (
  element: { querySelector(path: string): { textContent: string | null } | null },
  path: string,
) => element.querySelector(path)?.textContent;

test('the feed is well-formed and carries every article whole, whatever its title holds', () => {
  const title = `Ten < "eleven" & 'twelve' ]]> \u0001`;
  const feed = parse(
    atomFeed({
      site,
      siteUrl: 'https://www.example.org',
      articles: [article('one', title), article('two', 'Two')],
    }),
  );
  expect(feed.querySelectorAll('entry').length).toBe(2);
  const entry = feed.querySelector('entry');
  if (!entry) throw new Error('no entry');
  expect(textOf(entry, 'title')).toBe(`Ten < "eleven" & 'twelve' ]]> `);
  expect(textOf(entry, 'summary')).toBe('Less < more');
  expect(textOf(entry, 'content')).toBe('<p>Some <em>words</em>.</p>');
  expect(entry.querySelector('category')?.getAttribute('term')).toBe('Faith & Productivity');
  expect(entry.querySelector('link')?.getAttribute('href')).toBe('https://www.example.org/blog/one');
  expect(feed.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(
    'https://www.example.org/feed.xml',
  );
});

test('an entry keeps its id wherever the site is served', () => {
  const ids = ['https://www.example.org', 'http://localhost:3000'].map((siteUrl) =>
    textOf(parse(atomFeed({ site, siteUrl, articles: [article('one', 'One')] })), 'entry > id'),
  );
  expect(ids).toEqual(['tag:bukoor.example,2026:one', 'tag:bukoor.example,2026:one']);
});

test('a feed without articles is refused', () => {
  expect(() => atomFeed({ site, siteUrl: site.url, articles: [] })).toThrow('at least one article');
});

test('the parser used here refuses what is not well-formed', () => {
  for (const text of ['a & b', 'a < b', 'a ]]> b', 'a\u0001', '<b>', '&nbsp;']) {
    expect(() => parse(`<feed><title>${text}</title></feed>`), text).toThrow('not well-formed');
  }
});
