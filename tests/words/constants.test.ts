import { expect, test } from 'vitest';
import { ctaForm, waitlistDialog } from '../../content/messages.ts';
import { footer, topBar } from '../../content/navigation.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { screens } from './all-words.ts';
import { spec } from './specification.ts';

const { landing, pricing, roadmap, blog, notFound, privacy, islam, health } = screens;
const { figures, launchTarget } = site;

test('the bar and the footer’s groups are those of the specification', () => {
  expect(topBar).toEqual(spec.topBar);
  expect(footer.groups.map(({ title }) => title)).toEqual(spec.footerGroups);
});

test('the sources are offered as they are sent', () => {
  expect(waitlistSources).toEqual(spec.sources);
});

test('the buttons of both forms read as specified, joining or not', () => {
  for (const { join, joining } of [ctaForm, waitlistDialog]) {
    expect({ join, joining }).toEqual({ join: spec.join, joining: spec.joining });
  }
});

test('the toasts say what the specification says', () => {
  const { emailRequired, sourceRequired, failed, joined } = spec;
  const asContent = ({ title, text }: { title: string; text: string }) => ({ title, description: text });
  expect(toasts).toEqual({
    emailRequired: asContent(emailRequired),
    sourceRequired: asContent(sourceRequired),
    failed: asContent(failed),
    joined: asContent(joined),
  });
});

test('the hero counts members and countries, and the marquee shows the figures and the launch target', () => {
  expect(landing.hero.badge).toBe(spec.landing.badge);
  expect(landing.hero.counters.map(({ value }) => value)).toEqual([
    figures.members,
    figures.countries,
    'Beta',
  ]);
  expect(landing.hero.counters.map(({ label }) => label)).toEqual(spec.landing.counterLabels);
  expect(landing.stats.map(({ figure }) => figure)).toEqual([
    `${figures.members}+`,
    `${figures.countries}`,
    `${figures.wouldRecommend}%`,
    launchTarget.quarter,
  ]);
  expect(landing.stats.map(({ label }) => label)).toEqual(spec.landing.statLabels);
});

test('figures, prices and per cents are numbers that can be true', () => {
  for (const figure of [figures.members, figures.countries, prices.believer.amount, prices.ummah.amount]) {
    expect(figure).toBeGreaterThan(0);
  }
  expect(prices.free.amount).toBe(0);
  for (const share of [figures.wouldRecommend, ...Object.values(discounts)]) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(100);
  }
});

test('the landing page has the specified features, groups and questions', () => {
  expect(landing.features.items.map(({ icon }) => icon).sort()).toEqual(spec.landing.features);
  expect(landing.advanced.groups).toHaveLength(spec.landing.advancedGroups);
  const tags = landing.advanced.groups.flatMap(({ cards }) => cards.map(({ tag }) => tag));
  expect(new Set(tags)).toEqual(new Set([spec.landing.advancedTag]));
  expect(landing.faq.items).toHaveLength(spec.landing.questions);
});

test('the Islam and the Health page have the specified cards, and the latter’s note is no advice', () => {
  expect(islam.cards.items).toHaveLength(spec.islam.cards);
  expect(health.cards.items).toHaveLength(spec.health.cards);
  expect(health.note.title).toBe('Not medical advice');
});

test('each plan is available or not, popular or not, with its button, at its price of content/prices.ts', () => {
  expect(
    pricing.plans.map(({ name, period, available, popular, button }) => ({
      name,
      period,
      available,
      popular,
      button,
    })),
  ).toEqual(spec.pricing.plans);
  expect(pricing.plans.map(({ price }) => price)).toEqual(
    Object.values(prices).map(({ amount }) => inDollars(amount)),
  );
  expect(pricing.popularLabel).toBe(spec.pricing.popularLabel);
  expect(pricing.faq.items).toHaveLength(spec.pricing.questions);
});

test('early believers, students and the waitlist are promised what the specification promises', () => {
  const { banner, student, founder } = pricing;
  const said = Object.entries({ banner, student, founder }).map(
    ([name, { title, text }]) => [name, `${title} ${text}`] as const,
  );
  for (const [name, text] of said) {
    expect(text).toMatch(spec.pricing.promises[name as keyof typeof spec.pricing.promises]);
  }
  expect(banner.title).toContain(`${discounts.earlyBeliever}%`);
  expect(student.title).toContain(`${discounts.student}%`);
});

test('money is written without needless cents, and half of nine is $4.50', () => {
  expect([inDollars(99), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual(['$99', '$4.50', '$49.50']);
});

test('the roadmap has the specified quarters, and each feature the status of its quarter', () => {
  expect(roadmap.quarters.map(({ name, status }) => ({ name, status }))).toEqual(spec.roadmap.quarters);
  for (const { features, status } of roadmap.quarters) {
    expect(features.length).toBeGreaterThan(0);
    expect(features.every((feature) => feature.status === status)).toBe(true);
  }
  const priorities = roadmap.quarters.flatMap(({ features }) => features.map(({ priority }) => priority));
  expect([...new Set(priorities)].sort()).toEqual(spec.roadmap.priorities);
});

test('the chips are All and the categories, in the order of the specification', () => {
  expect(blog.chips.all).toBe(spec.blog.all);
  expect(blog.chips.categories).toEqual(spec.blog.categories);
});

test('the 404 page is titled as specified and leads on', () => {
  expect(notFound).toMatchObject({ title: spec.notFound.title, home: spec.notFound.home });
  expect(notFound.learn.label).toMatch(spec.notFound.learn.label);
  expect(notFound.learn.href).toBe(spec.notFound.learn.href);
});

test('the privacy policy rests on the specified law and keeps children out', () => {
  expect(privacy.hero.lede).toContain(spec.privacy.law);
  expect(site.minimumAge).toBe(spec.privacy.minimumAge);
  const children = privacy.after.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain(`children under ${spec.privacy.minimumAge}`);
});
