import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { documents } from '../../app/documents.ts';
import { screens } from '../../app/routes.ts';
import { SiteFooter } from '../../app/shell/footer.tsx';
import { withBlessingHtml } from '../../app/ui/scripture-html.ts';
import { blessing } from '../../content/blessing.ts';
import { blogCategories } from '../../content/blog-categories.ts';
import { waitlistDialog } from '../../content/messages.ts';
import { footer } from '../../content/navigation.ts';
import { about } from '../../content/pages/about.ts';
import { blog } from '../../content/pages/blog.ts';
import { health } from '../../content/pages/health.ts';
import { islam } from '../../content/pages/islam.ts';
import { notFoundPath } from '../../content/paths.ts';
import { citations, credits } from '../../content/scripture.ts';
import { site } from '../../content/site.ts';
import { publishedArticles as articles } from '../articles/published.ts';
import { pages as contents, rendered, wordsOf } from './all-words.ts';

const pages = await Promise.all(
  documents.filter(({ indexed, path }) => indexed || path === notFoundPath).map(({ load }) => load()),
);
const metas = pages.map(({ meta }) => meta);

test('every page has a short title and description of its own', () => {
  for (const { title, description } of metas) {
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(title).toContain(site.name);
    expect(description.length, description).toBeLessThanOrEqual(155);
  }
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
});

test('with the announced articles every category has one', () => {
  const categories = new Set([...blog.announced, ...articles].map(({ category }) => category));
  expect(categories).toEqual(new Set(blogCategories));
});

test('every card and study has a source, a study by DOI or PubMed', () => {
  for (const { references } of [...islam.cards.items, ...health.cards.items])
    expect(references.length).toBeGreaterThan(0);
  for (const { sunnah } of health.science.rows) expect(sunnah.length).toBeGreaterThan(0);
  const shape =
    /^https:\/\/(doi\.org\/10\.\d{4,9}\/\S+|pubmed\.ncbi\.nlm\.nih\.gov\/\d+\/|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d+\/)$/;
  const links = [...health.science.rows.map(({ source }) => source.url), health.note.source.url];
  for (const link of links) expect(link).toMatch(shape);
});

test('each page and the footer show every word that content/ has for them', () => {
  const elsewhere = [
    blog.allArticles,
    about.team.websiteLabel,
    about.team.linkedinLabel,
    // `shownAs` in the privacy policy's tables.
    waitlistDialog.sourceLabel,
  ];
  const shown = new Map([...rendered, ['footer', renderToStaticMarkup(createElement(SiteFooter))]]);
  for (const [path, content = {}] of [
    ...screens.map(({ path, page }) => [path, contents[page]] as const),
    [notFoundPath, contents['not-found']] as const,
    ['footer', { footer, credits }] as const,
  ]) {
    const html = (shown.get(path) ?? '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    const text = html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, '');
    const times = (word: string) =>
      text.split(word.replaceAll(/\s+/g, '')).length + html.split(`"${word}"`).length - 2;
    const words = Object.values(content).flatMap((part) => wordsOf({ ...Object(part), meta: undefined }));
    expect(words, path).not.toEqual([]);
    const lost = words.filter((word) => times(word) < words.filter((other) => other === word).length);
    const missing = lost.filter((word) => !elsewhere.includes(word));
    expect(missing, path).toEqual([]);
  }
});

const asHtml = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

test('a hadith on a screen has its summary, its note and its grade', () => {
  const bare: string[] = [];
  let named = 0;
  for (const [path, html] of rendered) {
    for (const citation of citations) {
      if (citation.kind !== 'hadith' || !html.includes(`href="${citation.url}"`)) continue;
      named += 1;
      const beside = [withBlessingHtml(asHtml(citation.gist)), citation.grade];
      if (citation.note) beside.push(withBlessingHtml(asHtml(citation.note)));
      if (beside.some((words) => !html.includes(words))) bare.push(`${path}: ${citation.id}`);
    }
  }
  expect(bare).toEqual([]);
  expect(named).toBeGreaterThan(20);
});

test('a screen reader says the blessing on the Prophet in words, wherever its sign stands', () => {
  const asWords = new RegExp(
    `<span (?=[^>]*role="img")(?=[^>]*aria-label="${blessing.words}")[^>]*>${blessing.sign}</span>`,
    'g',
  );
  let said = 0;
  for (const [path, html] of rendered) {
    said += html.match(asWords)?.length ?? 0;
    expect(html.replaceAll(asWords, ''), path).not.toContain(blessing.sign);
  }
  expect(said).toBeGreaterThan(10);
});
