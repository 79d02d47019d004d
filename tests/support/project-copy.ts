import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from './processes.ts';
import { publishedArticles } from './published-articles.ts';
import { embeddedFiles } from './shared-databases.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the copy makes itself, and what belongs to this checkout alone. */
const leftOut = new Set(['node_modules', 'dist', 'data', '.cache', '.git', '.env']);

/** Copies the repository into an empty folder, without built files and with a link to the installed packages. */
export async function copyRepository(folder: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => !leftOut.has(name));
  await Promise.all(names.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  // Otherwise the tests of the copy would create it again.
  await embeddedFiles();
  await cp(join(root, '.cache/embedded'), join(folder, '.cache/embedded'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Runs a script with Node in a copy; resolves to its exit code and all it wrote. */
export const runInCopy = (folder: string, env: NodeJS.ProcessEnv, script: string, ...args: string[]) =>
  startProcess(process.execPath, [join(folder, script), ...args], { cwd: folder, env }).closed;

const thisYear = new Date().getUTCFullYear();

/** What another owner would write where README says so. This repository has none of these values. */
export const owned = {
  name: 'Noor Day',
  address: 'hello@mail.noorday.org',
  controller: 'Noor Day Cooperative',
  host: 'Lamplight Hosting',
  members: 70_412,
  counted: 'addresses on the list on 3 May, unsubscribed ones left out',
  companyNumber: '01234567',
  retention: { backupDays: 61, logDays: 47 },
  quarter: `Q4 ${thisYear + 1}`,
  believer: 13,
  studentDiscount: 35,
  social: 'https://social.noorday.org/@noor.day',
  team: (
    [
      ['Maryam Khan', 'https://maryamkhan.org/', 'maryam'],
      ['Idris O’Neill', '/about', 'idris-oneill'],
      ['Aisha Rahman', 'https://aisha.dev', 'aisha'],
      ['Bilal', '/blog', 'bilal'],
      ['Fatima al-Fihri', '/', 'fatima'],
    ] as const
  ).map(([name, website, profile]) => ({
    name,
    website,
    linkedin: `https://www.linkedin.com/in/${profile}`,
    role: 'Everything',
    bio: 'Here.',
    past: `Before that: ${profile}.`,
    sample: false,
    image: profile === 'aisha' ? '/icon-192.png' : name,
  })),
  lede: 'A calm plan for busy believers, made by the sun.',
  answer: 'On the web first. Phones come after it.',
  title: 'A note from the first week',
  author: 'Fatima al-Fihri',
  announced: 'What the first month was like',
};

/** The edits of a file: the names that lead to a value, and what stands there afterwards. */
const edits: Record<string, [names: string[], value: unknown][]> = {
  'content/site.ts': [
    [['const name ='], owned.name],
    [["['controller'] = {", 'name:'], owned.controller],
    [['contact: {', 'address:'], owned.address],
    [['  social:'], [{ label: 'Pages', href: owned.social, sample: false }]],
    [['registration: {', 'number:'], owned.companyNumber],
    [['figures: {', 'members:'], owned.members],
    [['counted: {', 'members:'], owned.counted],
    [['export const site', 'launchTarget: {', 'quarter:'], owned.quarter],
    [['launchedOn:'], `${thisYear}-01-01`],
    [['latest:'], `${thisYear + 3}-12-31`],
    [['backupDays:'], owned.retention.backupDays],
    [['logDays:'], owned.retention.logDays],
    [['suppliers: [', 'name:'], owned.host],
  ],
  'content/prices.ts': [
    [['believer: {', 'amount:'], owned.believer],
    [['student:'], owned.studentDiscount],
  ],
  'content/plans.ts': [[['habits: { plan:'], 'ummah']],
  'content/pages/landing.ts': [[['lede:'], owned.lede]],
  'content/pages/landing/faq.ts': [[['answer:'], owned.answer]],
  'content/pages/about.ts': [[['members:'], owned.team]],
  'content/pages/blog.ts': [[['announced: [', 'title:'], owned.announced]],
};

/** A text, a number, null or a list, as it may stand in a source. */
const anyValue = /`[^`]*`|'[^'\n]*'|"[^"\n]*"|[\d._]+|null|\[[^\]]*\]/;

/**
 * Replaces the value that names lead to, whatever value and line breaks an owner may have put there.
 * @throws when there is none
 */
function withValue(source: string, names: readonly string[], value: unknown): string {
  const escaped = names.map((name) => name.replaceAll(/[[\]{}().$]/g, '\\$&'));
  const place = new RegExp(`(${escaped.join('[^]*?')}\\s*)(?:${anyValue.source})`);
  if (!place.test(source)) throw new Error(`There is no ${names.join(' … ')} with a value.`);
  return source.replace(place, (_whole, before: string) => before + JSON.stringify(value));
}

const article = `---
title: ${owned.title}
excerpt: What we saw in seven days.
author: ${owned.author}
sample: false
date: "${thisYear}-11-01"
readTime: 1
category: Productivity
featured: false
hour: "07:10"
---

We saw seven mornings.
`;

/**
 * Makes every change in a copy of the repository that README's “Make it yours” asks for, with no sample left.
 * @throws Error where an edit would do nothing
 */
export async function moveIn(folder: string): Promise<void> {
  const featured = publishedArticles.find((published) => published.featured)?.slug;
  const other = publishedArticles.find((published) => !published.featured)?.slug;
  async function edit(file: string, change: (source: string) => string): Promise<void> {
    const path = join(folder, file);
    const source = await readFile(path, 'utf8');
    const changed = change(source);
    if (changed === source) throw new Error(`Nothing was changed in ${file}.`);
    await writeFile(path, changed);
  }
  for (const [file, values] of Object.entries(edits)) {
    await edit(file, (source) =>
      values.reduce((changed, [names, value]) => withValue(changed, names, value), source),
    );
  }
  await edit(`content/articles/${featured}.md`, (source) =>
    source.replace(/\n(author: .*\n)?(?=sample: )/, `\nauthor: ${owned.author}\n`),
  );
  if (other) await rm(join(folder, `content/articles/${other}.md`));
  await writeFile(join(folder, 'content/articles/a-note-from-the-first-week.md'), article);
  for (const name of await readdir(join(folder, 'content'), { recursive: true })) {
    if (!/\.(ts|md)$/.test(name)) continue;
    const path = join(folder, 'content', name);
    const source = await readFile(path, 'utf8');
    await writeFile(path, source.replaceAll(/\bsample: true\b/g, 'sample: false'));
  }
}
