import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A new page as CONTRIBUTING.md describes it: its words, its file, its rules and one line. */
const words = `import type { PageMeta } from '../page-parts.ts';

export const hajj: { meta: PageMeta; title: string } = {
  meta: { title: 'Hajj', description: 'Days of the pilgrimage.' },
  title: 'The days of the pilgrimage',
};
`;
const file = `import { hajj } from '../../../content/pages/hajj.ts';
import type { ScreenPage } from '../../routes.ts';

export const page: ScreenPage = {
  path: '/hajj',
  meta: hajj.meta,
  hero: <h1>{hajj.title}</h1>,
  sections: null,
};
`;
const line = "  { path: '/hajj', page: 'hajj', load: () => import('./pages/hajj/hajj.tsx') },\n";

let copy = '';

async function write(parts: { words: boolean; file: boolean; line: boolean }): Promise<void> {
  const routes = await readFile('app/routes.ts', 'utf8');
  await rm(join(copy, 'content/pages/hajj.ts'), { force: true });
  await rm(join(copy, 'app/pages/hajj/hajj.tsx'), { force: true });
  if (parts.words) await writeFile(join(copy, 'content/pages/hajj.ts'), words);
  await mkdir(join(copy, 'app/pages/hajj'), { recursive: true });
  if (parts.file) await writeFile(join(copy, 'app/pages/hajj/hajj.tsx'), file);
  await writeFile(
    join(copy, 'app/routes.ts'),
    parts.line ? routes.replace('] as const', `${line}] as const`) : routes,
  );
}

/** What the compiler says of the whole project, which the copy has. */
function compile(): string {
  return spawnSync(resolve('node_modules/.bin/tsc'), ['-p', 'whole.json'], { cwd: copy, encoding: 'utf8' })
    .stdout;
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-page-'));
  const { include } = JSON.parse(await readFile('tsconfig.json', 'utf8'));
  for (const name of globSync(['tsconfig.json', 'package.json', ...include]))
    await cp(name, join(copy, name), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  // Each of the tests changes a file or two.
  const compilerOptions = { incremental: true, tsBuildInfoFile: 'whole.tsbuildinfo' };
  await writeFile(join(copy, 'whole.json'), JSON.stringify({ extends: './tsconfig.json', compilerOptions }));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test('a page is added by its words, its file, its rules and one line', async () => {
  await write({ words: true, file: true, line: true });
  await writeFile(join(copy, 'app/pages/hajj/hajj.css'), 'h1 { color: var(--gold); }\n');
  expect(compile()).toBe('');
  const render = `
    import { createServer } from 'vite';
    import { articles } from './build/articles/plugin.ts';
    import { developmentAssets } from './build/assets.ts';
    const server = await createServer({ configFile: false, root: '.', logLevel: 'error', appType: 'custom', plugins: [articles()],
      server: { middlewareMode: true, ws: false, watch: null }, optimizeDeps: { noDiscovery: true } });
    const entry = await server.ssrLoadModule('/app/render-document.tsx');
    const { html } = await entry.renderDocument('/hajj', developmentAssets);
    console.log(html, (await entry.allSocialCards()).map(({ fileName }) => fileName));
    await server.close();`;
  await writeFile(join(copy, 'render.ts'), render);
  const { stdout, stderr } = spawnSync(process.execPath, ['render.ts'], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(stdout, stderr).toContain('<h1>The days of the pilgrimage</h1>');
  expect(stdout).toContain('<title>Hajj</title>');
  expect(stdout).toContain('href="/app/pages/hajj/hajj.css"');
  expect(stdout).toContain('social/hajj.png');
});

test('a page without its words is a compile error that names them', async () => {
  await write({ words: false, file: true, line: true });
  expect(compile()).toContain('content/pages/hajj.ts');
});

test('a page without its file is a compile error that names it', async () => {
  await write({ words: true, file: false, line: true });
  expect(compile()).toContain('./pages/hajj/hajj.tsx');
});

test('a page without its line is a compile error that names its path', async () => {
  await write({ words: true, file: true, line: false });
  expect(compile()).toMatch(/app\/pages\/hajj\/hajj\.tsx.*\/hajj/);
});

test('an island by a misspelt name, or with other props, is a compile error', async () => {
  await write({ words: true, file: true, line: true });
  const misspelt = file
    .replace(
      '<h1>{hajj.title}</h1>',
      '<><Island name="marquees" props={{}} /><Island name="marquee" props={{}} /></>',
    )
    .replace(
      "from '../../routes.ts';",
      "from '../../routes.ts';\nimport { Island } from '../../island.tsx';",
    );
  await writeFile(join(copy, 'app/pages/hajj/hajj.tsx'), misspelt);
  const said = compile();
  expect(said).toContain('"marquees"');
  expect(said).toContain("'stats' is missing");
});
