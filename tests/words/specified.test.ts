import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documents } from '../../app/documents.ts';
import { blogCategories } from '../../content/blog-categories.ts';
import { nameInCalls } from '../../content/join-fields.ts';
import { ctaForm, waitlistDialog } from '../../content/messages.ts';
import { footer, topBar } from '../../content/navigation.ts';
import { blog } from '../../content/pages/blog.ts';
import { health } from '../../content/pages/health.ts';
import { islam } from '../../content/pages/islam.ts';
import { landing } from '../../content/pages/landing.ts';
import { notFound } from '../../content/pages/not-found.ts';
import { pricing } from '../../content/pages/pricing.ts';
import { privacy } from '../../content/pages/privacy.ts';
import { roadmap } from '../../content/pages/roadmap.ts';
import { notFoundPath } from '../../content/paths.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { publishedArticles } from '../support/published-articles.ts';
import { spec } from '../support/specification.ts';

const { figures, launchTarget } = site;

// From docs/specification.md, which is the product. What is typed here has to be changed with it.

test('both calls name their fields as specified', () => {
  expect(spec.fieldsOfCalls.match(/\w+_\w+/g)).toEqual(Object.values(nameInCalls));
});

test('the bar leads to the specified pages, in their order', () => {
  expect(topBar.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Islam /islam',
    'Health /health',
    'Blog /blog',
    'Pricing /pricing',
    'About /about',
  ]);
});

test('the footer has the specified groups, the Quran and a way to send feedback', () => {
  expect(footer.groups.map(({ title }) => title)).toEqual(['Product', 'Community', 'Company']);
  const hrefs = footer.groups.flatMap(({ links }) => links.map(({ href }): string => href));
  expect(hrefs).toContain('https://quran.com');
  expect(hrefs.join()).toContain(`mailto:${site.contact.address}?subject=Feedback`);
});

test('the dialog offers the specified sources', () => {
  expect(waitlistSources).toEqual(spec.sources);
});

test.for([ctaForm, waitlistDialog])('the button of a form has the specified words, idle and busy', (form) => {
  expect(form).toMatchObject({ join: 'Join Waitlist', joining: 'Joining...' });
});

test.for(Object.entries(toasts))('the toast “%s” says what the specification says', ([name, toast]) => {
  const { title, description } = toast;
  expect({ title, text: description }).toEqual(spec[name as keyof typeof toasts]);
});

test('every page has a short title and description of its own', async () => {
  const indexed = documents.filter((document) => document.indexed || document.path === notFoundPath);
  const pages = await Promise.all(indexed.map(({ load }) => load()));
  const metas = pages.map(({ meta }) => meta);
  for (const { title, description } of metas) {
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(title).toContain(site.name);
    expect(description.length, description).toBeLessThanOrEqual(155);
  }
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
});

test('the landing page’s hero has the specified badge and counters', () => {
  const { hero } = landing;
  expect(hero.badge).toBe('Now in Development');
  expect(hero.counters.map(({ value, label }) => `${value} ${label}`)).toEqual([
    `${figures.members} early believers`,
    `${figures.countries} countries`,
    'Beta Coming soon',
  ]);
});

test('the marquee has the specified figures', () => {
  expect(landing.stats.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    `${figures.members}+ waitlist members`,
    `${figures.countries} countries`,
    `${figures.wouldRecommend}% would recommend`,
    `${launchTarget.quarter} launch target`,
  ]);
});

test('the landing page has eight features, each with an icon of its own', () => {
  const { items } = landing.features;
  expect(items).toHaveLength(8);
  expect(new Set(items.map(({ icon }) => icon)).size).toBe(8);
});

test('the landing page has three groups of cards, all of them coming soon', () => {
  const { groups } = landing.advanced;
  expect(groups).toHaveLength(3);
  const tags = groups.flatMap(({ cards }) => cards.map(({ tag }) => tag));
  expect(new Set(tags)).toEqual(new Set(['Coming Soon']));
});

test('the landing page answers eight questions', () => {
  expect(landing.faq.items).toHaveLength(8);
});

test('/islam has six cards', () => {
  expect(islam.cards.items).toHaveLength(6);
});

test('/health has five cards, and says that it is no medical advice', () => {
  expect(health.cards.items).toHaveLength(5);
  expect(health.note.title).toBe('Not medical advice');
});

test('every card has a source', () => {
  for (const { references } of [...islam.cards.items, ...health.cards.items])
    expect(references.length).toBeGreaterThan(0);
});

test('every study has a source by DOI or PubMed, and a sunnah beside it', () => {
  for (const { sunnah } of health.science.rows) expect(sunnah.length).toBeGreaterThan(0);
  const shape =
    /^https:\/\/(doi\.org\/10\.\d{4,9}\/\S+|pubmed\.ncbi\.nlm\.nih\.gov\/\d+\/|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d+\/)$/;
  const links = [...health.science.rows.map(({ source }) => source.url), health.note.source.url];
  for (const link of links) expect(link).toMatch(shape);
});

test('the roadmap has the specified quarters, and each feature the status of its quarter', () => {
  expect(roadmap.quarters.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Q1 2026 completed',
    'Q2 2026 in-progress',
    'Q3 2026 planned',
    'Q4 2026 planned',
  ]);
  for (const { features, status } of roadmap.quarters)
    expect(new Set(features.map((feature) => feature.status))).toEqual(new Set([status]));
});

test('the roadmap has features of each priority', () => {
  const priorities = roadmap.quarters.flatMap(({ features }) => features.map(({ priority }) => priority));
  expect([...new Set(priorities)].sort()).toEqual(['high', 'low', 'medium']);
});

test('the blog’s chips are the specified categories, in their order', () => {
  expect([blog.chips.all, ...blog.chips.categories]).toEqual(['All', ...spec.categories]);
});

test('with the announced articles every category has one', () => {
  const categories = [...blog.announced, ...publishedArticles].map(({ category }) => category);
  expect(new Set(categories)).toEqual(new Set(blogCategories));
});

test('the 404 page has the specified title and ways on', () => {
  expect(notFound).toMatchObject({
    title: 'Page Not Found',
    home: { label: 'Return Home', href: '/' },
    learn: { label: expect.stringContaining('Learn About'), href: '/about' },
  });
});

test('the privacy policy names its law', () => {
  expect(privacy.hero.lede).toContain('UK GDPR');
});

test('the privacy policy says from which age people may join', () => {
  expect(site.minimumAge).toBe(13);
  const children = privacy.sectionsAfter.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain('children under 13');
});

test('each plan has its specified price, period, availability and button', () => {
  const { plans, popularLabel } = pricing;
  const [free, believer, ummah] = Object.values(prices).map(({ amount }) => inDollars(amount));
  const later = { available: false, button: 'Join Waitlist' };
  expect(plans).toMatchObject([
    { name: 'Free', period: 'forever', available: true, popular: false, button: 'Get Started', price: free },
    { name: 'Believer', period: 'per month', popular: true, price: believer, ...later },
    { name: 'Ummah', period: 'per year', popular: false, price: ummah, ...later },
  ]);
  expect(popularLabel).toBe('Most Popular');
});

test('/pricing answers five questions', () => {
  expect(pricing.faq.items).toHaveLength(5);
});

test('/pricing makes the specified promises to early believers, students and founders', () => {
  const { banner, student, founder } = pricing;
  expect(`${banner.title} ${banner.text} ${banner.terms}`).toMatch(/for life.*founder pricing/i);
  expect(banner.title).toContain(`${discounts.earlyBeliever}%`);
  expect(`${student.title} ${student.text}`).toMatch(/student/i);
  expect(student.title).toContain(`${discounts.student}%`);
  expect(`${founder.title} ${founder.text}`).toMatch(/founder access.*free/i);
});

test('a price shows cents only where it has some', () => {
  expect([inDollars(99), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual(['$99', '$4.50', '$49.50']);
});

/** The sources in which a pattern is found, tests left out. */
function sourcesWith(pattern: RegExp): string[] {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folders = '{app,build,cli,content,database,mail,public,scripts,server,waitlist}';
  const paths = globSync(`${folders}/**/*.{ts,tsx,mjs,css,md}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path));
  expect(paths.length).toBeGreaterThan(200);
  return paths.filter((path) => pattern.test(readFileSync(root + path, 'utf8')));
}

test('the product’s name is spelt in content/site.ts alone', () => {
  // Not the local server’s key, which no visitor reads.
  const name = /(?<!sb_publishable_\w*)bukoor/i;
  expect(sourcesWith(name).filter((path) => path !== 'content/site.ts')).toEqual([]);
});

test('prices are spelt in content/prices.ts alone', () => {
  const price = /\$\d(?![\w`'"]*[,)])/;
  const priced = sourcesWith(price).filter((path) => /^(app|content)\//.test(path));
  expect(priced.filter((path) => path !== 'content/prices.ts')).toEqual([]);
});
