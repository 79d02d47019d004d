import { expect, test } from 'vitest';
import { ctaForm, waitlistDialog } from '../../content/messages.ts';
import { footer, topBar } from '../../content/navigation.ts';
import { discounts, inDollars, lessPerCent, prices } from '../../content/prices.ts';
import { site, waitlistSources } from '../../content/site.ts';
import { toasts } from '../../content/toasts.ts';
import { screens, sourcesOf } from './all-words.ts';
import { spec } from './specification.ts';

const { landing, pricing, roadmap, blog, notFound, privacy, islam, health } = screens;
const { figures, launchTarget } = site;

test('the bar, the footer, the forms and the toasts say what the specification says', () => {
  const asContent = ({ title, text }: { title: string; text: string }) => ({ title, description: text });
  const { emailRequired, sourceRequired, failed, joined } = spec;
  expect({
    topBar,
    footerGroups: footer.groups.map(({ title }) => title),
    sources: waitlistSources,
    buttons: [ctaForm, waitlistDialog].map(({ join, joining }) => ({ join, joining })),
    toasts,
  }).toEqual({
    topBar: spec.topBar,
    footerGroups: spec.footerGroups,
    sources: spec.sources,
    buttons: Array(2).fill({ join: spec.join, joining: spec.joining }),
    toasts: {
      emailRequired: asContent(emailRequired),
      sourceRequired: asContent(sourceRequired),
      failed: asContent(failed),
      joined: asContent(joined),
    },
  });
});

test('the landing page has the specified badge, counters, marquee, features, groups and questions', () => {
  const { hero, stats, features, advanced, faq } = landing;
  expect(hero.badge).toBe(spec.landing.badge);
  expect(hero.counters.map(({ value }) => value)).toEqual([figures.members, figures.countries, 'Beta']);
  expect(hero.counters.map(({ label }) => label)).toEqual(spec.landing.counterLabels);
  expect(stats.map(({ figure }) => figure)).toEqual([
    `${figures.members}+`,
    `${figures.countries}`,
    `${figures.wouldRecommend}%`,
    launchTarget.quarter,
  ]);
  expect(stats.map(({ label }) => label)).toEqual(spec.landing.statLabels);
  expect(features.items.map(({ icon }) => icon).sort()).toEqual(spec.landing.features);
  expect(advanced.groups).toHaveLength(spec.landing.advancedGroups);
  const tags = advanced.groups.flatMap(({ cards }) => cards.map(({ tag }) => tag));
  expect(new Set(tags)).toEqual(new Set([spec.landing.advancedTag]));
  expect(faq.items).toHaveLength(spec.landing.questions);
});

test('the other pages have the specified cards, quarters, chips, laws and ways on', () => {
  expect(islam.cards.items).toHaveLength(spec.islam.cards);
  expect(health.cards.items).toHaveLength(spec.health.cards);
  expect(health.note.title).toBe('Not medical advice');
  expect(roadmap.quarters.map(({ name, status }) => ({ name, status }))).toEqual(spec.roadmap.quarters);
  for (const { features, status } of roadmap.quarters) {
    expect(features.length).toBeGreaterThan(0);
    expect(features.every((feature) => feature.status === status)).toBe(true);
  }
  const priorities = roadmap.quarters.flatMap(({ features }) => features.map(({ priority }) => priority));
  expect([...new Set(priorities)].sort()).toEqual(spec.roadmap.priorities);
  expect(blog.chips).toMatchObject({ all: spec.blog.all, categories: spec.blog.categories });
  expect(notFound).toMatchObject({ title: spec.notFound.title, home: spec.notFound.home });
  expect(notFound.learn.label).toMatch(spec.notFound.learn.label);
  expect(notFound.learn.href).toBe(spec.notFound.learn.href);
  expect(privacy.hero.lede).toContain(spec.privacy.law);
  expect(site.minimumAge).toBe(spec.privacy.minimumAge);
  const children = privacy.after.find(({ id }) => id === 'children');
  expect(children?.paragraphs.join(' ')).toContain(`children under ${spec.privacy.minimumAge}`);
});

test('each plan is available or not, popular or not, with its button, at its price; early believers, students and the waitlist are promised theirs', () => {
  const { plans, popularLabel, faq, banner, student, founder } = pricing;
  expect(
    plans.map(({ name, period, available, popular, button }) => ({
      name,
      period,
      available,
      popular,
      button,
    })),
  ).toEqual(spec.pricing.plans);
  const amounts = Object.values(prices).map(({ amount }) => inDollars(amount));
  expect(plans.map(({ price }) => price)).toEqual(amounts);
  expect(popularLabel).toBe(spec.pricing.popularLabel);
  expect(faq.items).toHaveLength(spec.pricing.questions);
  for (const [name, { title, text }] of Object.entries({ banner, student, founder }))
    expect(`${title} ${text}`).toMatch(spec.pricing.promises[name as keyof typeof spec.pricing.promises]);
  expect(banner.title).toContain(`${discounts.earlyBeliever}%`);
  expect(student.title).toContain(`${discounts.student}%`);
});

test('figures, prices and per cents can be true, and money is written without needless cents', () => {
  for (const figure of [figures.members, figures.countries, prices.believer.amount, prices.ummah.amount])
    expect(figure).toBeGreaterThan(0);
  expect(prices.free.amount).toBe(0);
  for (const share of [figures.wouldRecommend, ...Object.values(discounts)]) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(100);
  }
  expect([inDollars(99), lessPerCent(9, 50), lessPerCent(99, 50)]).toEqual(['$99', '$4.50', '$49.50']);
});

test('the product’s name is spelt in content/site.ts alone, and prices in content/prices.ts', () => {
  const key = /sb_publishable_\w+/g; // the local server’s key, which no visitor reads
  const spelling = (folders: string, spelt: (text: string) => boolean, exempt: string) =>
    sourcesOf(folders)
      .filter(([path, text]) => path !== exempt && spelt(text))
      .map(([path]) => path);
  const folders = 'app,build,cli,content,database,mail,public,scripts,server,waitlist';
  const name = new RegExp(spec.product, 'i');
  expect(spelling(folders, (text) => name.test(text.replaceAll(key, '')), 'content/site.ts')).toEqual([]);
  const price = /\$\d(?![\w`'"]*[,)])/;
  expect(spelling('app,content', (text) => price.test(text), 'content/prices.ts')).toEqual([]);
});
