import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { site } from '../content/site.ts';
import { readArticle } from './articles/read-articles.ts';
import { atomFeed } from './sitemap-and-feed.ts';

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
const forgiven = /&(?!#\d+;)|<(?![a-z/?])|\]\]>|[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/u;

test('the feed is well-formed and has every article whole', () => {
  const title = `Ten < "eleven" & 'twelve' ]]> \u0001`;
  const articles = [article('one', title), article('two', 'Two')];
  const text = atomFeed('https://www.example.org', articles);
  const feed = new new Window().DOMParser().parseFromString(text, 'application/xml');
  expect(text).not.toMatch(forgiven);
  expect(feed.querySelector('parsererror')).toBeNull();
  const read = (path: string) => feed.querySelector(path)?.textContent;
  expect(feed.querySelectorAll('entry').length).toBe(2);
  expect(read('entry title')).toBe(`Ten < "eleven" & 'twelve' ]]> `);
  expect(read('entry summary')).toBe('Less < more');
  expect(read('entry content')).toBe('<p>Some <em>words</em>.</p>');
  // The id stays the same wherever the site is served.
  expect(read('entry id')).toBe(`tag:${new URL(site.url).hostname},2026:one`);
  expect(feed.querySelector('entry category')?.getAttribute('term')).toBe('Faith & Productivity');
  expect(feed.querySelector('entry link')?.getAttribute('href')).toBe('https://www.example.org/blog/one');
  expect(feed.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(
    'https://www.example.org/feed.xml',
  );
});
