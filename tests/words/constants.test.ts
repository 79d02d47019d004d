import { expect, test } from 'vitest';
import { blogCategories } from '../../content/blog-categories.ts';
import { ctaForm, waitlistDialog } from '../../content/messages.ts';
import { topBar } from '../../content/navigation.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { screens } from './all-words.ts';

const { landing, pricing, roadmap, blog, notFound, privacy } = screens;
const { figures, launchTarget } = site;

test.runIf(figures.sample)('until the owner gives others, the figures are those of the specification', () => {
  const { members, countries, wouldRecommend } = figures;
  expect([members, countries, wouldRecommend]).toEqual([179, 47, 98]);
});

test.runIf(launchTarget.sample)('until the owner gives another, the launch target is Q1 2026', () => {
  expect(launchTarget.quarter).toBe('Q1 2026');
});

test('the FAQ and the roadmap say the launch target, and when it was set', () => {
  for (const words of [landing.faq.items[0]?.answer, roadmap.hero.lede]) {
    expect(words).toContain(launchTarget.quarter);
    expect(words).toContain(launchTarget.setIn);
  }
});

test('the hero counts early believers and countries, and says Beta, Coming soon', () => {
  expect(landing.hero.badge).toBe('Now in Development');
  expect(landing.hero.counters).toEqual([
    { value: figures.members, suffix: '+', label: 'early believers' },
    { value: figures.countries, suffix: '', label: 'countries' },
    { value: 'Beta', suffix: '', label: 'Coming soon' },
  ]);
});

test('the marquee shows four stats', () => {
  expect(landing.stats.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    `${figures.members}+ waitlist members`,
    `${figures.countries} countries`,
    `${figures.wouldRecommend}% would recommend`,
    `${launchTarget.quarter} launch target`,
  ]);
});

test('there are nine sources, as they are sent', () => {
  expect(waitlistSources).toEqual([
    'Twitter/X',
    'LinkedIn',
    'Friend',
    'Masjid',
    'YouTube',
    'Google',
    'Reddit',
    'TikTok',
    'Other',
  ]);
});

test('the plans are Free forever, Believer per month and Ummah per year, at the prices of content/prices.ts', () => {
  const { free, believer, ummah } = prices;
  expect(pricing.plans.map(({ name, price, period }) => `${name} ${price} ${period}`)).toEqual([
    `Free ${inDollars(free.amount)} forever`,
    `Believer ${inDollars(believer.amount)} per month`,
    `Ummah ${inDollars(ummah.amount)} per year`,
  ]);
});

test('Free is available with Get Started; Believer, the Most Popular, and Ummah are not, with Join Waitlist', () => {
  expect(pricing.plans.map(({ available, button, popular }) => [available, button, popular])).toEqual([
    [true, 'Get Started', false],
    [false, 'Join Waitlist', true],
    [false, 'Join Waitlist', false],
  ]);
  expect(pricing.popularLabel).toBe('Most Popular');
});

test('early believers get founder pricing for life, students their share, the waitlist free founder access', () => {
  const { earlyBeliever, student } = discounts;
  const said = ({ title, text }: { title: string; text: string }) => `${title} ${text}`;
  expect(said(pricing.banner)).toMatch(new RegExp(`${earlyBeliever}% off, for life.*founder pricing`));
  expect(said(pricing.student)).toMatch(new RegExp(`Student.*${student}% off`));
  expect(said(pricing.founder)).toMatch(/Founder access, free.*waitlist/);
});

test('the landing page names founder access and founder pricing', () => {
  expect(landing.cta.lede).toMatch(/founder access.*Founder pricing/);
});

test('money is written without needless cents, and half of nine is $4.50', () => {
  expect([inDollars(99), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual(['$99', '$4.50', '$49.50']);
});

test('the roadmap has four quarters of 2026: completed, in progress, planned, planned', () => {
  expect(roadmap.quarters.map(({ name, status }) => `${name} ${status}`)).toEqual([
    'Q1 2026 completed',
    'Q2 2026 in-progress',
    'Q3 2026 planned',
    'Q4 2026 planned',
  ]);
  for (const { features, status } of roadmap.quarters) {
    expect(features.length).toBeGreaterThan(0);
    expect(features.every((feature) => feature.status === status)).toBe(true);
  }
  const priorities = roadmap.quarters.flatMap(({ features }) => features.map(({ priority }) => priority));
  expect(new Set(priorities)).toEqual(new Set(['high', 'medium', 'low']));
});

test('the chips are All and the five categories, in the order of the specification', () => {
  expect([blog.chips.all, ...blog.chips.categories]).toEqual([
    'All',
    'Faith & Productivity',
    'Health & Wellness',
    'Productivity',
    'Habits & Routines',
    'Time Management',
  ]);
  expect(blog.chips.categories).toBe(blogCategories);
});

test('the bar has Islam, Health, Blog, Pricing and About', () => {
  expect(topBar.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Islam /islam',
    'Health /health',
    'Blog /blog',
    'Pricing /pricing',
    'About /about',
  ]);
});

test('the toasts say what the specification says', () => {
  expect(toasts).toEqual({
    emailRequired: { title: 'Email required', description: 'Please enter your email to join the waitlist.' },
    sourceRequired: {
      title: 'How did you hear about us?',
      description: 'Please select an option so we can better serve our community.',
    },
    failed: { title: 'Error', description: 'Failed to join waitlist. Please try again.' },
    joined: {
      title: `Welcome to ${site.name}! 🤲`,
      description: "You're on the waitlist. We'll notify you when we launch.",
    },
  });
});

test('the buttons of both forms read Join Waitlist, and Joining... while joining', () => {
  for (const words of [ctaForm, waitlistDialog]) {
    expect([words.join, words.joining]).toEqual(['Join Waitlist', 'Joining...']);
  }
});

test('the 404 page is titled Page Not Found and leads home and to About', () => {
  expect(notFound.title).toBe('Page Not Found');
  expect([notFound.home.label, notFound.home.href]).toEqual(['Return Home', '/']);
  expect(notFound.learn.label).toContain('Learn About');
  expect(notFound.learn.href).toBe('/about');
});

test('the values of the About page are headed Core values', () => {
  expect(screens.about.values.title).toBe('Core values');
});

test('the privacy policy rests on the UK GDPR and excludes children under 13', () => {
  expect(privacy.hero.lede).toContain('UK GDPR');
  const children = privacy.after.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain('children under 13');
});
