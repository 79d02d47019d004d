import { expect, test } from 'vitest';
import { blogCategories } from '../../content/blog-categories.ts';
import { ctaForm, waitlistDialog } from '../../content/messages.ts';
import { topBar } from '../../content/navigation.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { screens } from './all-words.ts';

const { landing, pricing, roadmap, blog, notFound, privacy } = screens;

test('the counters are 179 members, 47 countries and 98% who would recommend', () => {
  expect(site.figures).toEqual({ members: 179, countries: 47, wouldRecommend: 98 });
});

test('the launch target is Q1 2026', () => {
  expect(site.launchTarget).toBe('Q1 2026');
  expect(landing.faq.items[0]?.answer).toContain('Q1 2026');
});

test('the hero counts 179+ early believers and 47 countries, and says Beta, Coming soon', () => {
  expect(landing.hero.badge).toBe('Now in Development');
  expect(landing.hero.counters).toEqual([
    { value: 179, suffix: '+', label: 'early believers' },
    { value: 47, suffix: '', label: 'countries' },
    { value: 'Beta', suffix: '', label: 'Coming soon' },
  ]);
});

test('the marquee shows four stats', () => {
  expect(landing.stats.map(({ figure, label }) => `${figure} ${label}`)).toEqual([
    '179+ waitlist members',
    '47 countries',
    '98% would recommend',
    'Q1 2026 launch target',
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

test('the plans are Free $0 forever, Believer $9 per month and Ummah $99 per year', () => {
  expect(pricing.plans.map(({ name, price, period }) => `${name} ${price} ${period}`)).toEqual([
    'Free $0 forever',
    'Believer $9 per month',
    'Ummah $99 per year',
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

test('early believers get 50% off and founder pricing for life, students 50%, the waitlist free founder access', () => {
  expect(discounts).toEqual({ earlyBeliever: 50, student: 50 });
  expect(`${pricing.banner.title} ${pricing.banner.text}`).toMatch(/50% off, for life.*founder pricing/);
  expect(`${pricing.student.title} ${pricing.student.text}`).toMatch(/Student.*50% less/);
  expect(`${pricing.founder.title} ${pricing.founder.text}`).toMatch(/Founder access, free.*waitlist/);
});

test('money is written without needless cents, and half of nine is $4.50', () => {
  expect([inDollars(prices.ummah.amount), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual([
    '$99',
    '$4.50',
    '$49.50',
  ]);
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
      title: 'Welcome to Bukoor! 🤲',
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

test('the privacy policy rests on the UK GDPR and excludes children under 13', () => {
  expect(privacy.hero.lede).toContain('UK GDPR');
  const children = privacy.after.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain('children under 13');
});
