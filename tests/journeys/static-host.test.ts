import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { site } from '../../content/site.ts';
import { stepLeft } from '../../content/step-left.ts';
import { copyRepository, runInCopy } from '../owner/copy.ts';
import { listen } from '../support/network.ts';
import { hostedKey, startHostedSupabase } from '../support/supabase.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { joinByDialog, joinByForm, newAddress, toast } from './steps.ts';

/** A plain file server, which knows nothing of the product but `_headers`. */
function filesOf(dist: string): Hono {
  const [everyPath = ''] = readFileSync(join(dist, '_headers'), 'utf8').split('\n\n');
  return new Hono()
    .use(async (context, next) => {
      await next();
      for (const [, name = '', value] of everyPath.matchAll(/^ {2}([\w-]+): (.*)$/gm))
        context.header(name, value);
    })
    .get('*', serveStatic({ root: dist }));
}

// Another origin allows no header that a page does not send by itself.
test.use({ extraHTTPHeaders: {} });

let origin = '';
const folder = temporaryFolder();
const project = join(folder.path, 'site');
let files = new Hono();
const host = createAdaptorServer({ fetch: (request) => files.fetch(request) });
let stop = async () => {};

test.beforeAll(async () => {
  origin = `http://localhost:${await listen(host)}`;
  const backEnd = await startHostedSupabase(origin);
  test.skip(!backEnd, 'what a hosted Supabase runs is not here');
  stop = backEnd?.stop ?? stop;
  await copyRepository(project);
  const env = { ...process.env, VITE_BACKEND_URL: backEnd?.url, BACKEND_ANON_KEY: hostedKey };
  const built = await runInCopy(project, env, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  expect(built.code, built.output).toBe(0);
  files = filesOf(join(project, 'dist'));
});

test.afterAll(async () => {
  host.close();
  await stop();
  folder.remove();
});

test('from a static host a visitor joins by the dialog and by the bottom form, at a hosted Supabase’s function', async ({
  page,
}) => {
  const read = (name: string) => readFileSync(join(project, 'dist', name), 'utf8');
  expect(read('404.html')).toContain('Page Not Found');
  expect(read(`${read('_redirects').split(' ')[1]}/index.html`)).toContain(site.contact.address);
  await page.goto(origin);
  await joinByDialog(page, newAddress(), 'Masjid');
  await expect(toast(page, spec.joined)).toBeVisible();
  const left = page.locator('.step-left');
  await expect(left).toContainText(stepLeft.asked.text);
  await joinByForm(page, newAddress());
  await expect(page.locator('#join .step-left')).toContainText(stepLeft.asked.text);
  await expect(left).toHaveCount(1);
});
