import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
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
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { spec } from './specification.ts';

const { figures, launchTarget } = site;

// From docs/specification.md, which is the product. What is typed here has to be changed with it.

test('the bar, the footer, the forms and the toasts say what the specification says', () => {
  expect(topBar.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Islam /islam',
    'Health /health',
    'Blog /blog',
    'Pricing /pricing',
    'About /about',
  ]);
  expect(footer.groups.map(({ title }) => title)).toEqual(['Product', 'Community', 'Company']);
  const hrefs = footer.groups.flatMap(({ links }) => links.map(({ href }): string => href));
  expect(hrefs).toContain('https://quran.com');
  expect(hrefs.join()).toContain(`mailto:${site.contact.address}?subject=Feedback`);
  expect(waitlistSources).toEqual(spec.sources);
  for (const form of [ctaForm, waitlistDialog])
    expect(form).toMatchObject({ join: 'Join Waitlist', joining: 'Joining...' });
  for (const [name, { title, description }] of Object.entries(toasts))
    expect({ title, text: description }).toEqual(spec[name as keyof typeof toasts]);
});

test('the landing page has the specified badge, counters, marquee, features, groups and questions', () => {
  const { hero, stats, features, advanced, faq } = landing;
  expect(hero.badge).toBe('Now in Development');
  expect(hero.counters.map(({ value, label }) => `${value} ${label}`)).toEqual([
    `${figures.members} early believers`,
    `${figures.countries} countries`,
    'Beta Coming soon',
  ]);
  expect(stats.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    `${figures.members}+ waitlist members`,
    `${figures.countries} countries`,
    `${figures.wouldRecommend}% would recommend`,
    `${launchTarget.quarter} launch target`,
  ]);
  expect(new Set(features.items.map(({ icon }) => icon)).size).toBe(8);
  expect(features.items).toHaveLength(8);
  expect(advanced.groups).toHaveLength(3);
  const tags = advanced.groups.flatMap(({ cards }) => cards.map(({ tag }) => tag));
  expect(new Set(tags)).toEqual(new Set(['Coming Soon']));
  expect(faq.items).toHaveLength(8);
});

test('the other pages have the specified cards, quarters, chips, laws and ways on', () => {
  expect(islam.cards.items).toHaveLength(6);
  expect(health.cards.items).toHaveLength(5);
  expect(health.note.title).toBe('Not medical advice');
  expect(roadmap.quarters.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Q1 2026 completed',
    'Q2 2026 in-progress',
    'Q3 2026 planned',
    'Q4 2026 planned',
  ]);
  for (const { features, status } of roadmap.quarters)
    expect(new Set(features.map((feature) => feature.status))).toEqual(new Set([status]));
  const priorities = roadmap.quarters.flatMap(({ features }) => features.map(({ priority }) => priority));
  expect([...new Set(priorities)].sort()).toEqual(['high', 'low', 'medium']);
  expect([blog.chips.all, ...blog.chips.categories]).toEqual(['All', ...spec.categories]);
  expect(notFound).toMatchObject({
    title: 'Page Not Found',
    home: { label: 'Return Home', href: '/' },
    learn: { label: expect.stringContaining('Learn About'), href: '/about' },
  });
  expect(privacy.hero.lede).toContain('UK GDPR');
  expect(site.minimumAge).toBe(13);
  const children = privacy.sectionsAfter.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain('children under 13');
});

test('each plan has its specified price, availability, button and promises', () => {
  const { plans, popularLabel, faq, banner, student, founder } = pricing;
  const [free, believer, ummah] = Object.values(prices).map(({ amount }) => inDollars(amount));
  const later = { available: false, button: 'Join Waitlist' };
  expect(plans).toMatchObject([
    { name: 'Free', period: 'forever', available: true, popular: false, button: 'Get Started', price: free },
    { name: 'Believer', period: 'per month', popular: true, price: believer, ...later },
    { name: 'Ummah', period: 'per year', popular: false, price: ummah, ...later },
  ]);
  expect(popularLabel).toBe('Most Popular');
  expect(faq.items).toHaveLength(5);
  expect(`${banner.title} ${banner.text}`).toMatch(/for life.*founder pricing/i);
  expect(`${student.title} ${student.text}`).toMatch(/student/i);
  expect(`${founder.title} ${founder.text}`).toMatch(/founder access.*free/i);
  expect(banner.title).toContain(`${discounts.earlyBeliever}%`);
  expect(student.title).toContain(`${discounts.student}%`);
  expect([inDollars(99), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual(['$99', '$4.50', '$49.50']);
});

test('the product’s name is spelt in content/site.ts alone, prices in content/prices.ts', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const folders = '{app,build,cli,content,database,mail,public,scripts,server,waitlist}';
  const paths = globSync(`${folders}/**/*.{ts,tsx,mjs,css,md}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path));
  expect(paths.length).toBeGreaterThan(200);
  const spelling = (pattern: RegExp) =>
    paths.filter((path) => pattern.test(readFileSync(root + path, 'utf8')));
  // Not the local server’s key, which no visitor reads.
  const name = /(?<!sb_publishable_\w*)bukoor/i;
  expect(spelling(name).filter((path) => path !== 'content/site.ts')).toEqual([]);
  const price = /\$\d(?![\w`'"]*[,)])/;
  const priced = spelling(price).filter((path) => /^(app|content)\//.test(path));
  expect(priced.filter((path) => path !== 'content/prices.ts')).toEqual([]);
});
