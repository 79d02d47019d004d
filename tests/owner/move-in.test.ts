import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inDollars, prices } from '../../content/prices.ts';
import { testFolder } from '../support/databases.ts';
import { copyRepository, moveIn, owned, runInCopy } from '../support/project-copy.ts';

const folder = testFolder();
const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NO_COLOR: '1',
  SITE_URL: 'https://noorday.org',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://noorday:secret@smtp.noorday.org',
  MAIL_FROM: 'salam@noorday.org',
};

const run = (script: string, ...args: string[]) => runInCopy(folder, environment, script, ...args);

beforeAll(async () => {
  await copyRepository(folder);
  await moveIn(folder);
  const built = await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  if (built.code !== 0) throw new Error(`The moved-in site does not build:\n${built.output}`);
}, 300_000);

const { believer, team, retention } = owned;
const shown = {
  'index.html': [
    ...[
      `${owned.members}+`,
      owned.counted,
      owned.companyNumber,
      owned.quarter,
      owned.lede,
      owned.answer,
      owned.social,
    ],
    `${inDollars(believer)} ${prices.believer.period}`,
  ],
  'pricing/index.html': [
    ...[believer, believer / 2, believer * 12].map(inDollars),
    `${owned.studentDiscount}%`,
  ],
  'about/index.html': [
    ...team.flatMap(({ name, past, website, linkedin }) => [
      name,
      past,
      `href="${website}"`,
      `href="${linkedin}"`,
    ]),
    'src="/icon-192.png"',
  ],
  'privacy/index.html': [
    owned.controller,
    owned.address,
    owned.host,
    ...Object.values(retention).map((days) => `${days} days`),
  ],
  'blog/index.html': [owned.title, owned.author, owned.announced],
};

test('what an owner wrote is on the pages', async () => {
  for (const [file, words] of Object.entries(shown)) {
    const html = await readFile(join(folder, 'dist', file), 'utf8');
    expect(words.filter((each) => !html.includes(each))).toEqual([]);
  }
});

test('the types check', async () => {
  expect(await run('node_modules/typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, output: '' });
}, 120_000);

/** What shows an owner's words or reads their facts. `npm run test:owner` runs the whole of `npm test` in such a copy. */
const readingContent = [
  'app/drawings/',
  'app/pages/',
  'app/prayer-day/month-calendar',
  'app/structured-data',
  'cli/doctor/',
  'content/',
  'mail/messages/',
  'server/app',
  'server/checks/checks',
  'server/checks/find-faults',
  'server/checks/mail',
  'server/checks/settings',
  'server/pages/',
  'server/settings',
  'tests/articles/',
  'tests/docs/',
  'tests/scripture/',
  'tests/words/',
  'waitlist/sweep',
];

test("the tests pass that show an owner's words", async () => {
  // Two, because other tests run at the same time, and each worker first has to import the site.
  const options = ['run', '--maxWorkers=2'];
  const { code, output } = await run('node_modules/vitest/vitest.mjs', ...options, ...readingContent);
  expect(code, output).toBe(0);
}, 1_800_000);

test('the doctor has nothing left to ask for', async () => {
  const { code, output } = await run('cli/index.ts', 'doctor', '--only', 'settings,samples');
  expect(output).toMatch(/^Ready:/);
  expect(code).toBe(0);
}, 60_000);
