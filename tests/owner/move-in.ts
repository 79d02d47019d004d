import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { landing } from '../../content/pages/landing.ts';
import { prices } from '../../content/prices.ts';
import { site } from '../../content/site.ts';
import { publishedArticles } from '../articles/published.ts';
import { edit } from './copy.ts';

const nextYear = new Date().getUTCFullYear() + 1;

/** What somebody else would write where README says so: not one of them is of this repository. */
export const owned = {
  name: 'Noor Day',
  address: 'hello@mail.noorday.org',
  controller: 'Noor Day Cooperative',
  members: 70_412,
  quarter: `Q4 ${nextYear}`,
  believer: 13,
  social: 'https://social.noorday.org/@noor.day',
  team: [
    {
      name: 'Maryam Khan',
      website: 'https://maryamkhan.org/',
      linkedin: 'https://www.linkedin.com/in/maryam',
    },
    { name: 'Idris O’Neill', website: '/about', linkedin: 'https://www.linkedin.com/in/idris-oneill' },
    { name: 'Aisha Rahman', website: 'https://aisha.dev', linkedin: 'https://www.linkedin.com/in/aisha' },
    { name: 'Bilal', website: '/blog', linkedin: 'https://www.linkedin.com/in/bilal' },
    { name: 'Fatima al-Fihri', website: '/', linkedin: 'https://www.linkedin.com/in/fatima' },
  ],
  answer: 'On the web first. Phones come after it.',
  title: 'A note from the first week',
  author: 'Fatima al-Fihri',
};

const article = `---
title: ${owned.title}
excerpt: What we saw in seven days.
author: ${owned.author}
sample: false
date: "${nextYear - 1}-11-01"
readTime: 1
category: Productivity
featured: false
hour: "07:10"
---

We saw seven mornings.
`;

async function changeFacts(folder: string): Promise<void> {
  const facts = 'content/site.ts';
  await edit(folder, facts, `const name = '${site.name}';`, `const name = '${owned.name}';`);
  await edit(folder, facts, /(?<=controller: \{\s+name: ).*(?=,\n)/, `'${owned.controller}'`);
  await edit(folder, facts, /(?<=contact: \{ address: ).*(?=, sample)/, `'${owned.address}'`);
  await edit(
    folder,
    facts,
    /(?<= {2}social: \[)[^\]]*(?=\],)/,
    `{ label: 'Pages', href: '${owned.social}', sample: true }`,
  );
  await edit(folder, facts, `members: ${site.figures.members},`, `members: ${owned.members},`);
  await edit(folder, facts, `quarter: '${site.launchTarget.quarter}'`, `quarter: '${owned.quarter}'`);
  await edit(folder, facts, `latest: '${site.erasure.latest}'`, `latest: '${nextYear + 2}-12-31'`);
  const { plan, amount } = prices.believer;
  await edit(
    folder,
    'content/prices.ts',
    `plan: '${plan}', amount: ${amount},`,
    `plan: '${plan}', amount: ${owned.believer},`,
  );
}

async function changePeople(folder: string): Promise<void> {
  const members = owned.team.map((member) => ({
    ...member,
    role: 'Everything',
    bio: 'Here.',
    image: member.name,
    sample: true,
  }));
  const list = `members: ${JSON.stringify(members).replaceAll('"sample":true', 'sample: true')},`;
  await edit(folder, 'content/pages/about.ts', /members: \[[\s\S]*?\n {4}\],/, list);
}

/** Removes an article that is not the featured one, signs another, adds one, and answers a question anew. */
async function changeWords(folder: string): Promise<void> {
  const file = (slug = '') => `content/articles/${slug}.md`;
  const [signed] = publishedArticles.filter(({ featured }) => featured);
  const [removed] = publishedArticles.filter(({ featured }) => !featured);
  if (removed) await rm(join(folder, file(removed.slug)));
  await edit(folder, file(signed?.slug), /(?<=\nauthor: ).*(?=\n)/, owned.author);
  await writeFile(join(folder, file('a-note-from-the-first-week')), article);
  const faq = 'content/pages/landing/faq.ts';
  const source = await readFile(join(folder, faq), 'utf8');
  const asked = landing.faq.items.find(({ answer }) => source.includes(`'${answer}'`));
  await edit(folder, faq, `'${asked?.answer}'`, `'${owned.answer}'`);
}

/** Everything is the owner's own by now: no sample is left. */
async function confirmAll(folder: string): Promise<void> {
  for (const name of await readdir(join(folder, 'content'), { recursive: true })) {
    if (!/\.(ts|md)$/.test(name)) continue;
    const path = join(folder, 'content', name);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/\bsample: true\b/g, 'sample: false'));
  }
}

/** Makes every change in a copy of the repository that README's “Make it yours” asks for. */
export async function moveIn(folder: string): Promise<void> {
  await changeFacts(folder);
  await changePeople(folder);
  await changeWords(folder);
  await confirmAll(folder);
}
