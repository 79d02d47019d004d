import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedArticles } from '../articles/published.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Generated folders: the copy generates its own. */
const generated = new Set(['node_modules', 'dist', 'data']);

/** Copies the repository into an empty folder, without built files and with a link to the installed packages. */
export async function copyRepository(folder: string): Promise<void> {
  const names = (await readdir(root)).filter(
    (name) => !generated.has(name) && (!name.startsWith('.') || name === '.env.example'),
  );
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  // Otherwise the tests of the copy would create it again (support/shared-databases.ts).
  await cp(join(root, '.cache/embedded'), join(folder, '.cache/embedded'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

const nextYear = new Date().getUTCFullYear() + 1;

/** What another owner would write where README says so. This repository has none of these values. */
export const owned = {
  name: 'Noor Day',
  address: 'hello@mail.noorday.org',
  controller: 'Noor Day Cooperative',
  members: 70_412,
  retention: { backupDays: 61, logDays: 47 },
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

/**
 * Replaces the first match in a file of the copy. Patterns must match any value and line break that an owner may have put there.
 * @throws Error when there is none: the edit would do nothing
 */
async function edit(folder: string, file: string, from: RegExp, to: string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  if (!from.test(text)) throw new Error(`${file} has nothing like ${from}.`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}

async function changeFacts(folder: string): Promise<void> {
  const changes: [from: RegExp, to: string][] = [
    [/(?<=const name = ).*(?=;)/, `'${owned.name}'`],
    [/(?<=controller: \{\s+name: )[`'"].*(?=,\n)/, `'${owned.controller}'`],
    [/(?<=contact: \{\s+address: )[`'"].*?(?=,\s+sample)/, `'${owned.address}'`],
    [/(?<= {2}social: )\[[^\]]*\](?=,)/, `[{ label: 'Pages', href: '${owned.social}', sample: true }]`],
    [/(?<=figures: \{\s+members: )[\d_]+/, `${owned.members}`],
    [/(?<=launchTarget: \{\s+quarter: )['"].*?(?=,)/, `'${owned.quarter}'`],
    [/(?<=backupDays: )\d+/, `${owned.retention.backupDays}`],
    [/(?<=logDays: )\d+/, `${owned.retention.logDays}`],
    [/(?<=latest: )['"][\d-]+['"]/, `'${nextYear + 2}-12-31'`],
  ];
  for (const [from, to] of changes) await edit(folder, 'content/site.ts', from, to);
  await edit(folder, 'content/prices.ts', /(?<=believer: \{[^}]*amount: )[\d.]+/, `${owned.believer}`);
}

async function changePeople(folder: string): Promise<void> {
  const members = owned.team.map((member) => ({
    ...member,
    role: 'Everything',
    bio: 'Here.',
    image: member.name,
    sample: false,
  }));
  const list = `members: ${JSON.stringify(members)}`;
  await edit(folder, 'content/pages/about.ts', /members: \[[\s\S]*?\](?=,\n {2}\},)/, list);
}

/** Removes an article that is not the featured one, signs another, adds one, and answers a question anew. */
async function changeWords(folder: string): Promise<void> {
  const file = (slug = '') => `content/articles/${slug}.md`;
  const [signed] = publishedArticles.filter(({ featured }) => featured);
  const [removed] = publishedArticles.filter(({ featured }) => !featured);
  if (removed) await rm(join(folder, file(removed.slug)));
  await edit(folder, file(signed?.slug), /\n(author: .*\n)?(?=sample: )/, `\nauthor: ${owned.author}\n`);
  await writeFile(join(folder, file('a-note-from-the-first-week')), article);
  await edit(folder, 'content/pages/landing/faq.ts', /(?<=answer:\s+)[`'"].*(?=,\n)/, `'${owned.answer}'`);
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
