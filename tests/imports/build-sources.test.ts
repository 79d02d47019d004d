import { relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { articles } from '../../build/articles/plugin.ts';
import { sources } from '../../scripts/build.mjs';

/** What a build starts from. */
const entries = ['vite.config.ts', 'app/client.ts', 'app/render-document.tsx', 'mail/messages/emails.tsx'];

test('a change to any file that the build imports makes the next start build again', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [articles()],
    build: { ssr: true, write: false, rolldownOptions: { input: entries, treeshake: false } },
  })) as Rolldown.RolldownOutput;
  const files = output
    .flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
    .map((id) => relative(process.cwd(), id).split('?')[0] ?? '')
    .filter((file) => /^[a-z]/.test(file) && !file.startsWith('node_modules/'));
  expect(files).toContain('app/routes.ts');
  expect(
    // Each of them belongs into the list of scripts/build.mjs.
    files.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`))),
  ).toEqual([]);
});
