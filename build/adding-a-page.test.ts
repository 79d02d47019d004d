import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { site } from '../content/site.ts';
import { testFolder } from '../tests/support/databases.ts';
import { copyRepository, runInCopy } from '../tests/support/project-copy.ts';
import { writeFiles } from '../tests/support/temporary-folder.ts';

/** A new page as CONTRIBUTING.md describes it, to copy: its words, its file, its rules, its address, a line and a link. */
const page = {
  'content/pages/hajj.ts': `import { type Hero, named, type PageMeta } from '../page-parts.ts';

export const hajj: { meta: PageMeta; hero: Hero } = {
  meta: {
    ...named('Hajj'),
    description: 'How a plan will hold the days of the pilgrimage, and leave them to you.',
  },
  hero: {
    eyebrow: 'Hajj',
    title: { before: 'The days of the', emphasis: 'pilgrimage', after: '.' },
    lede: 'A plan will hold the days of the pilgrimage, and leave them to you.',
  },
};
`,
  'content/navigation.ts': (await readFile('content/navigation.ts', 'utf8')).replace(
    /title: 'Product',\s+links: \[/,
    "$& { label: 'Hajj', href: '/hajj' },",
  ),
  'app/pages/hajj/hajj.tsx': `import { hajj } from '../../../content/pages/hajj.ts';
import type { Page } from '../../routes.ts';
import { HeroWords } from '../../ui/text.tsx';

export const page: Page = {
  meta: hajj.meta,
  hero: (
    <div className="quiet-sky night sky on-sky">
      <div className="wrap columns sky-words whole-page">
        <HeroWords words={hajj.hero} upright />
      </div>
    </div>
  ),
  sections: null,
};
`,
  'app/pages/hajj/hajj.css': 'h1 { color: var(--gold); }\n',
  'content/paths.ts': (await readFile('content/paths.ts', 'utf8')).replace(
    'export const privacyPath',
    "export const hajjPath = '/hajj';\nexport const privacyPath",
  ),
  'app/routes.ts': (await readFile('app/routes.ts', 'utf8'))
    .replace('  privacyPath,', '  hajjPath,\n  privacyPath,')
    .replace(
      '] as const',
      "{ path: hajjPath, page: 'hajj', load: () => import('./pages/hajj/hajj.tsx') },\n] as const",
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
  console.log(html, (await entry.socialCards()).map(({ fileName }) => fileName));
  await server.close();`;

test('a page is added by its words, its file, its rules, its address, a line and a link', async () => {
  const folder = testFolder();
  await copyRepository(folder);
  writeFiles(folder, { ...page, 'render.mjs': render });
  const { output } = await runInCopy(folder, process.env, 'render.mjs');
  expect(output).toContain('<h1>The days of the <span class="upright">pilgrimage.</span></h1>');
  expect(output).toContain(`<title>Hajj · ${site.name}</title>`);
  expect(output).toContain('href="/app/pages/hajj/hajj.css"');
  expect(output).toMatch(/<footer.*<a [^>]*href="\/hajj"[^>]*>Hajj<\/a>/);
  expect(output).toContain('social/hajj.png');
});
