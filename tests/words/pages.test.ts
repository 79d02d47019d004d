import { expect, test } from 'vitest';
import { blogCategories } from '../../content/blog-categories.ts';
import { footer } from '../../content/navigation.ts';
import { cite } from '../../content/scripture.ts';
import { site } from '../../content/site.ts';
import { articleTexts, screens } from './all-words.ts';

const { landing, islam, health, blog, pricing, about, roadmap } = screens;
const metas = Object.values(screens).map(({ meta }) => meta);

test('every page has its own title of at most 60 characters and its own description of at most 155', () => {
  for (const { title, description } of metas) {
    expect(title.length, title).toBeLessThanOrEqual(60);
    expect(title).toContain(site.name);
    expect(description.length, description).toBeLessThanOrEqual(155);
    expect(description.length, description).toBeGreaterThan(60);
  }
  expect(new Set(metas.map(({ title }) => title)).size).toBe(metas.length);
  expect(new Set(metas.map(({ description }) => description)).size).toBe(metas.length);
});

test('the landing page has eight features, three advanced groups tagged Coming Soon and eight questions', () => {
  expect(landing.features.items).toHaveLength(8);
  expect(landing.advanced.groups).toHaveLength(3);
  const tags = landing.advanced.groups.flatMap(({ cards }) => cards.map(({ tag }) => tag));
  expect(tags.length).toBeGreaterThanOrEqual(6);
  expect(new Set(tags)).toEqual(new Set(['Coming Soon']));
  expect(landing.faq.items).toHaveLength(8);
});

test('each of the eight planned features of the specification is on the landing page', () => {
  const told = landing.features.items.map(({ title, text }) => `${title} ${text}`);
  for (const planned of [
    /prayer-aware and traffic-aware scheduling/i,
    /Hijri calendar with fasting reminders/i,
    /blessed-time reminders/i,
    /AI task coach.*Akhirah.*Dunya/i,
    /AI thought capture/i,
    /sleep and health tracking/i,
    /Quran memorisation coach/i,
    /community of friends/i,
  ]) {
    expect(
      told.filter((text) => planned.test(text)),
      String(planned),
    ).toHaveLength(1);
  }
});

test('the features stand in the order of a day, each with a moment of it', () => {
  const hours = landing.features.items.map(({ moment }) => moment.at);
  for (const hour of hours) expect(hour).toMatch(/^\d\d:\d\d$/);
  expect(hours).toEqual([...hours].sort());
});

test('the Islam page has six cards and a section on barakah; the Health page five cards, studies, a list and a note', () => {
  expect(islam.cards.items).toHaveLength(6);
  expect(islam.barakah.paragraphs.join(' ')).toContain('Barakah');
  expect(health.cards.items).toHaveLength(5);
  expect(health.science.rows.length).toBeGreaterThanOrEqual(5);
  expect(health.tracking.items.length).toBeGreaterThanOrEqual(5);
  expect(health.note.title).toBe('Not medical advice');
});

test('the pricing page has three plans and five questions', () => {
  expect(pricing.plans).toHaveLength(3);
  expect(pricing.faq.items).toHaveLength(5);
});

test('at least five articles are announced, each Coming Soon, and every category has one', () => {
  expect(blog.announced.length).toBeGreaterThanOrEqual(5);
  expect(new Set(blog.announced.map(({ date }) => date))).toEqual(new Set(['Coming Soon']));
  expect(new Set(blog.announced.map(({ category }) => category))).toEqual(new Set(blogCategories));
  expect(new Set(blog.announced.map(({ title }) => title)).size).toBe(blog.announced.length);
});

test('a member of the team who is a sample goes by a first name and links to the product’s own pages', () => {
  expect(about.team.members.length).toBeGreaterThan(0);
  for (const { name, website, linkedin } of about.team.members.filter(({ sample }) => sample)) {
    expect(name).toMatch(/^\p{Lu}\p{L}+$/u);
    expect(website).toMatch(/^\/[a-z]*$/);
    expect(linkedin).toBe(site.social.find(({ label }) => label === 'LinkedIn')?.href);
  }
});

test('every article is signed by one of the team', () => {
  const written = articleTexts.map(([, text]) => /^author: "?(.+?)"?$/m.exec(text)?.[1]);
  const team: (string | undefined)[] = about.team.members.map(({ name }) => name);
  for (const author of [...written, ...blog.announced.map((article) => article.author)]) {
    expect(team).toContain(author);
  }
});

test('every verse and hadith that a page leans on is on the verified list', () => {
  const ids = [
    ...[...islam.cards.items, ...health.cards.items].flatMap(({ references }) => references),
    ...health.science.rows.flatMap(({ sunnah }) => sunnah),
    ...islam.barakah.references,
    islam.barakah.verse,
    islam.barakah.quote,
    health.hero.reference,
    about.hero.reference,
  ];
  for (const id of ids) expect(() => cite(id)).not.toThrow();
  for (const card of [...islam.cards.items, ...health.cards.items])
    expect(card.references.length).toBeGreaterThan(0);
  for (const row of health.science.rows) expect(row.sunnah.length).toBeGreaterThan(0);
  expect(cite(islam.barakah.verse).kind).toBe('ayah');
  expect(cite(islam.barakah.quote).kind).toBe('hadith');
});

test('every study is linked by its DOI or its place in PubMed', () => {
  const shape =
    /^https:\/\/(doi\.org\/10\.\d{4,9}\/\S+|pubmed\.ncbi\.nlm\.nih\.gov\/\d+\/|pmc\.ncbi\.nlm\.nih\.gov\/articles\/PMC\d+\/)$/;
  const links = [...health.science.rows.map(({ source }) => source.url), health.note.source.url];
  for (const link of links) expect(link).toMatch(shape);
  expect(new Set(links).size).toBe(links.length);
});

test('links elsewhere have the shape of the site they lead to', () => {
  const shapes: Record<string, RegExp> = {
    X: /^https:\/\/x\.com\/\w+$/,
    Instagram: /^https:\/\/www\.instagram\.com\/\w+\/$/,
    YouTube: /^https:\/\/www\.youtube\.com\/@\w+$/,
    LinkedIn: /^https:\/\/www\.linkedin\.com\/company\/[\w-]+$/,
  };
  for (const { label, href } of site.social) expect(href).toMatch(shapes[label] ?? /^https:\/\/\S+$/);
  expect(footer.social.map(({ href }) => href)).toEqual(site.social.map(({ href }) => href));
});

test('the footer has Product, Community and Company, Quran sites and an email for feedback', () => {
  expect(footer.groups.map(({ title }) => title)).toEqual(['Product', 'Community', 'Company']);
  const links = footer.groups.flatMap((group) => group.links.map(({ href }): string => href));
  expect(new Set(links).size).toBe(links.length);
  expect(links).toContain('https://quran.com');
  expect(links.some((href) => href.startsWith(`mailto:${site.contact.address}?subject=Feedback`))).toBe(true);
  for (const href of links) expect(href).toMatch(/^(\/[a-z]*|https:\/\/[a-z.]+|mailto:\S+)$/);
});

test('every later card, every card of the Islam page and every card of the Health page names its plan', () => {
  const plans = pricing.plans.map(({ name }) => `Planned for the ${name} plan`);
  const cards = [
    ...landing.advanced.groups.flatMap((group) => group.cards),
    ...islam.cards.items,
    ...health.cards.items,
  ];
  for (const { title, plan } of cards) expect(plans, title).toContain(plan);
});

test('the roadmap’s ids are those of its quarters', () => {
  expect(roadmap.quarters.map(({ id }) => id)).toEqual(
    roadmap.quarters.map(({ name }) => name.toLowerCase().replace(' ', '-')),
  );
});
