import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDollars, prices } from '../../content/prices.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { spec } from '../words/specification.ts';
import { copyRepository, moveIn, owned } from './copy.ts';

const folder = temporaryFolder();
const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NO_COLOR: '1',
  SITE_URL: 'https://noorday.org',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://noorday:secret@smtp.noorday.org',
  MAIL_FROM: 'salam@noorday.org',
};

/** Runs a script with Node in the copy; returns its exit code and all it wrote. Prints how long it took. */
async function run(script: string, ...values: string[]): Promise<{ code: number | null; output: string }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(folder.path, script), ...values], {
    cwd: folder.path,
    env: environment,
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const code = await ended;
  console.log(`${script} ${values.join(' ')}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return { code, output };
}

const page = (path: string) => readFile(join(folder.path, 'dist', path), 'utf8');

beforeAll(async () => {
  await copyRepository(folder.path);
  await moveIn(folder.path);
  const built = await run('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  if (built.code !== 0) throw new Error(`The moved-in site does not build:\n${built.output}`);
}, 300_000);
afterAll(folder.remove);

test('what an owner wrote is on the pages', async () => {
  const [landing, pricing, about, privacy, blog] = await Promise.all(
    ['index.html', 'pricing/index.html', 'about/index.html', 'privacy/index.html', 'blog/index.html'].map(
      page,
    ),
  );
  for (const words of [`${owned.members}+`, owned.quarter, owned.answer, owned.social]) {
    expect(landing).toContain(words);
  }
  expect(landing).toContain(`${inDollars(owned.believer)} ${prices.believer.period}`);
  for (const price of [owned.believer, owned.believer / 2, owned.believer * 12])
    expect(pricing).toContain(inDollars(price));
  for (const { name, website, linkedin } of owned.team) {
    expect(about).toContain(name);
    expect(about).toContain(`href="${website}"`);
    expect(about).toContain(`href="${linkedin}"`);
  }
  for (const words of [owned.controller, owned.address]) expect(privacy).toContain(words);
  for (const days of Object.values(owned.retention)) expect(privacy).toContain(`${days} days`);
  expect(blog).toContain(owned.title);
  expect(blog).toContain(owned.author);
});

test('no file that is served spells the name that was changed', async () => {
  const key = /sb_publishable_\w+/g; // the local server's key, which no visitor reads
  const names = await readdir(join(folder.path, 'dist'), { recursive: true });
  const left: string[] = [];
  for (const name of names.filter((file) => /\.(html|js|css|txt|xml|webmanifest)$/.test(file))) {
    if (new RegExp(spec.product, 'i').test((await page(name)).replaceAll(key, ''))) left.push(name);
  }
  expect(left).toEqual([]);
});

test('the types check', async () => {
  expect(await run('node_modules/typescript/bin/tsc', '-p', '.')).toEqual({ code: 0, output: '' });
}, 120_000);

/** The tests of these folders whose imports lead into content/, where an owner writes: the others run the same code again. */
function testsOfContent(folders: string): string[] {
  const known = new Map<string, boolean>();
  function leads(file: string): boolean {
    if (file.startsWith('content/') || file.endsWith('virtual:articles')) return true;
    if (!known.has(file)) {
      known.set(file, false);
      const path = join(folder.path, file);
      const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const imported = source.matchAll(/(?:from |import\()'(\.[^']+|virtual:articles)'/g);
      known.set(file, [...imported].map(([, from = '']) => join(dirname(file), from)).some(leads));
    }
    return known.get(file) === true;
  }
  return globSync(`{${folders}}/**/*.test.{ts,tsx}`, { cwd: folder.path }).filter(leads);
}

test('every test passes that reads what an owner may change', async () => {
  const importing = testsOfContent('app,content,build,cli,mail,server,waitlist');
  expect(importing.length).toBeGreaterThan(20);
  // These read files or start programs too. Left out: what runs whole sites on machines, disks and networks that fail.
  const crossing = ['articles', 'contract/deployments', 'docs', 'imports', 'scripture', 'words'];
  const { code, output } = await run(
    'node_modules/vitest/vitest.mjs',
    'run',
    ...importing,
    ...crossing.map((name) => `tests/${name}`),
  );
  expect(code, output).toBe(0);
}, 1_800_000);

test('the doctor has nothing left to ask for', async () => {
  const { code, output } = await run('cli/index.ts', 'doctor', '--only', 'settings,samples');
  expect(output).toMatch(/^Ready:/);
  expect(code).toBe(0);
}, 60_000);
