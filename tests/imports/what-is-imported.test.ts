import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { articles } from '../../build/articles/plugin.ts';
import { traceRuntime } from '../../deploy/runtime.ts';
import { sources } from '../../scripts/build.mjs';

const { packages, files } = await traceRuntime();

test('the server and the commands import only packages for production', () => {
  expect(packages).toContain('hono');
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages));
});

test('the server and the commands import no page, test or build tool', () => {
  expect(files).toContain('server/index.ts');
  expect(files).toContain('waitlist/list/list-thread.ts');
  const foreign =
    /^((app|tests|bench|scripts)\/|build\/(?!articles\/front-matter\.ts$))|\.test\.|\.tsx$|node_modules/;
  expect(files.filter((file) => foreign.test(file))).toEqual([]);
});

test('a change to any file that the build imports makes the next start build again', async () => {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [articles()],
    build: {
      ssr: true,
      write: false,
      rolldownOptions: {
        input: ['vite.config.ts', 'app/client.ts', 'app/render-document.tsx', 'mail/messages/emails.tsx'],
        treeshake: false,
      },
    },
  })) as Rolldown.RolldownOutput;
  const built = output
    .flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
    .map((id) => relative(process.cwd(), id).split('?')[0] ?? '')
    .filter((file) => /^[a-z]/.test(file) && !file.startsWith('node_modules/'));
  expect(built).toContain('app/routes.ts');
  expect(
    // Each of them belongs into the list of scripts/build.mjs.
    built.filter((file) => !sources.some((source) => file === source || file.startsWith(`${source}/`))),
  ).toEqual([]);
});
