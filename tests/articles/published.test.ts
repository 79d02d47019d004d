import { expect, test } from 'vitest';
import { citations } from '../../content/scripture.ts';
import { publishedArticles as articles } from './published.ts';

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
