import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { copyRepository, runInCopy } from '../tests/owner/copy.ts';
import { testFolder } from '../tests/support/databases.ts';
import { writeFiles } from '../tests/support/temporary-folder.ts';

/** A new page as CONTRIBUTING.md describes it: its words, its file, its rules and one line. */
const page = {
  'content/pages/hajj.ts': `import type { PageMeta } from '../page-parts.ts';

export const hajj: { meta: PageMeta; title: string } = {
  meta: { title: 'Hajj', description: 'Days of the pilgrimage.' },
  title: 'The days of the pilgrimage',
};
`,
  'app/pages/hajj/hajj.tsx': `import { hajj } from '../../../content/pages/hajj.ts';
import type { ScreenPage } from '../../routes.ts';

export const page: ScreenPage = {
  path: '/hajj',
  meta: hajj.meta,
  hero: <h1>{hajj.title}</h1>,
  sections: null,
};
`,
  'app/pages/hajj/hajj.css': 'h1 { color: var(--gold); }\n',
  'app/routes.ts': (await readFile('app/routes.ts', 'utf8')).replace(
    '] as const',
    "{ path: '/hajj', page: 'hajj', load: () => import('./pages/hajj/hajj.tsx') },\n] as const",
  ),
};

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

const folder = testFolder();
const run = async (script: string, ...args: string[]) =>
  (await runInCopy(folder, process.env, script, ...args)).output;

beforeAll(async () => {
  await copyRepository(folder);
  writeFiles(folder, { ...page, 'render.mjs': render });
});

test('a page is added by its words, its file, its rules and one line', async () => {
  const rendered = await run('render.mjs');
  expect(rendered).toContain('<h1>The days of the pilgrimage</h1>');
  expect(rendered).toContain('<title>Hajj</title>');
  expect(rendered).toContain('href="/app/pages/hajj/hajj.css"');
  expect(rendered).toContain('social/hajj.png');
});

test('what a page lacks is a compile error that names it, and no other: its words, its file, its line, an island or its props', async () => {
  const rename = (text: string, name: string) => text.replaceAll('hajj', name);
  const tsx = page['app/pages/hajj/hajj.tsx'];
  const imports = "from '../../routes.ts';";
  const islands = tsx
    .replace(
      '<h1>{hajj.title}</h1>',
      '<><Island name="marquees" props={{}} /><Island name="marquee" props={{}} /></>',
    )
    .replace(imports, `${imports}\nimport { Island } from '../../island.tsx';`);
  writeFiles(folder, {
    'app/pages/hajj/islands.tsx': islands,
    'app/pages/wordless/wordless.tsx': rename(tsx, 'wordless'),
    'app/pages/lineless/lineless.tsx': rename(tsx, 'lineless').replace('pages/lineless', 'pages/hajj'),
    'app/routes.ts': page['app/routes.ts'].replace(
      '] as const',
      "  { path: '/x', page: 'x', load: () => import('./pages/fileless/fileless.tsx') },\n] as const",
    ),
  });
  const said = await run('node_modules/typescript/bin/tsc', '-p', '.');
  expect(said).not.toMatch(/hajj\.tsx?\(/);
  expect(said).toContain('content/pages/wordless.ts');
  expect(said).toContain('./pages/fileless/fileless.tsx');
  expect(said).toMatch(/app\/pages\/lineless\/lineless\.tsx.*\/lineless/);
  expect(said).toContain('"marquees"');
  expect(said).toContain("'stats' is missing");
});
