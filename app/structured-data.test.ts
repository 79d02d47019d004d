// @vitest-environment happy-dom
import articles from 'virtual:articles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { socialPicture } from '../content/paths.ts';
import { site } from '../content/site.ts';
import { documents } from './documents.ts';
import { PageSections } from './shell/page-shell.tsx';
import { blogPosting, structuredData } from './structured-data.ts';

const siteUrl = 'https://example.org';
const indexed = documents.filter((document) => document.indexed);

type Thing = { '@type': string; [property: string]: unknown };

const pages = await Promise.all(indexed.map(async ({ path, load }) => ({ path, page: await load() })));
const ofPath = new Map(pages.map(({ path, page }) => [path, structuredData(path, page, siteUrl) as Thing[]]));
const thingsOf = (path: string) => ofPath.get(path) ?? [];

/** Every schema.org thing in a value, however deeply nested. */
function allThings(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(allThings);
  return '@type' in value ? [value as Thing, ...within] : within;
}

test('the front page names the organisation and the site, another page its trail', () => {
  const [organization, website] = thingsOf('/');
  expect(organization).toMatchObject({ '@type': 'Organization', url: `${siteUrl}/` });
  expect(website).toMatchObject({ '@type': 'WebSite', publisher: { '@id': organization?.['@id'] } });
  const paths = documents.map(({ path }) => path);
  for (const { path } of indexed.filter((document) => document.path !== '/')) {
    const [trail] = thingsOf(path);
    const steps = allThings(trail).filter((thing) => thing['@type'] === 'ListItem');
    expect(trail?.['@type'], path).toBe('BreadcrumbList');
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
    expect(steps.at(-1)?.item).toBe(siteUrl + path);
    // Home alone has the site's name.
    const named = steps.filter(({ name }) => String(name).includes(site.name));
    expect(named.map(({ item }) => item)).toEqual([`${siteUrl}/`]);
    for (const { item } of steps) expect(paths).toContain(String(item).slice(siteUrl.length));
  }
});

test('the questions in the structured data are the questions on the page, word for word', () => {
  for (const { path, page } of pages) {
    document.body.innerHTML = renderToStaticMarkup(createElement(PageSections, { page }));
    // A table says the answer above it again.
    const shown = [...document.querySelectorAll('.accordion details')].map((details) =>
      [...details.querySelectorAll(':scope > :not(table)')].map(({ textContent }) => textContent),
    );
    const faq = thingsOf(path).find((thing) => thing['@type'] === 'FAQPage');
    const said = allThings(faq).filter((thing) => thing['@type'] === 'Question');
    expect(
      said.map(({ name, acceptedAnswer }) => [name, (acceptedAnswer as Thing).text]),
      // A page that shows questions names them as its `questions`.
      path,
    ).toEqual(shown);
    if (path === '/') expect(shown.length).toBeGreaterThan(0);
  }
});

test('an article states its headline, date, picture, author and page', () => {
  const articlePages = indexed.filter(({ path }) => path.startsWith('/blog/'));
  expect(articlePages.length).toBeGreaterThan(0);
  for (const { path } of articlePages) {
    const posting = thingsOf(path).find((thing) => thing['@type'] === 'BlogPosting');
    expect(posting, path).toMatchObject({
      headline: expect.stringMatching(/^.{1,110}$/),
      datePublished: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      image: siteUrl + socialPicture(path),
      mainEntityOfPage: siteUrl + path,
      author: { '@type': expect.stringMatching(/^(Organization|Person)$/), name: expect.any(String) },
    });
  }
});

test('the author of an article is the one whom its page and the feed name', () => {
  const [article] = articles;
  if (!article) throw new Error('There is no article.');
  const authorOf = (author: string) => blogPosting({ ...article, author }, siteUrl).author;
  expect(authorOf('Maryam')).toEqual({ '@type': 'Person', name: 'Maryam' });
  expect(authorOf(site.name)).toMatchObject({ '@type': 'Organization', name: site.name });
});

test('no rating, review or offer is stated', () => {
  const types = allThings([...ofPath.values()]).map((thing) => thing['@type']);
  expect(types).toContain('BreadcrumbList');
  expect(types.join(' ')).not.toMatch(/Rating|Review|Offer|Product/);
});
