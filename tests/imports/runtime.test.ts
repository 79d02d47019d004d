import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { traceRuntime } from '../../scripts/runtime.ts';

const { packages, files } = await traceRuntime();

test('the server and the commands need these packages and no others', () => {
  expect(packages).toEqual([
    '@electric-sql/pglite',
    '@hono/node-server',
    'commander',
    'hono',
    'html-to-text',
    'marked',
    'nodemailer',
    'pg',
    'pino',
    'postal-mime',
    'prom-client',
    'sanitize-html',
    'tar',
    'yaml',
    'zod',
  ]);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(packages));
});

test('neither a page, nor a test, nor a tool of the build is among what the server and the commands import', () => {
  expect(files).toContain('server/index.ts');
  expect(
    files.filter((file) =>
      /^((app|tests|bench|scripts)\/|build\/(?!articles\/front-matter\.ts$))|\.test\.|\.tsx$|node_modules/.test(
        file,
      ),
    ),
  ).toEqual([]);
});
