import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { site } from '../../content/site.ts';
import { copyRepository } from '../owner/copy.ts';
import { hostedKey, startHostedSupabase } from '../support/supabase.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { spec } from '../words/specification.ts';
import { expect, test } from './journey.ts';
import { chooseSource, newAddress, openDialog, toast } from './steps.ts';

function headersOfEveryPath(dist: string): [string, string][] {
  const [rule = ''] = readFileSync(join(dist, '_headers'), 'utf8').split('\n\n');
  return [...rule.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]);
}

const types: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** A plain file server, which knows nothing of the product but `_headers` and `_redirects`. */
function serveFiles(dist: string) {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    for (const [name, value] of headersOfEveryPath(dist)) response.setHeader(name, value);
    const redirects = readFileSync(join(dist, '_redirects'), 'utf8').split('\n');
    const [, target] = redirects.map((line) => line.split(' ')).find(([from]) => from === pathname) ?? [];
    if (target) {
      response.writeHead(303, { location: target }).end();
      return;
    }
    const candidates = [join(dist, pathname), join(dist, pathname, 'index.html')];
    const found = candidates.find((file) => existsSync(file) && statSync(file).isFile());
    const file = found ?? join(dist, '404.html');
    response.writeHead(found ? 200 : 404, { 'content-type': types[file.split('.').at(-1) ?? ''] ?? '' });
    response.end(readFileSync(file));
  });
}

// One worker builds once for all of them.
test.describe.configure({ mode: 'serial' });
// Another origin allows no header that a page does not send by itself.
test.use({ extraHTTPHeaders: {} });

let origin = '';
const folder = temporaryFolder();
const project = join(folder.path, 'site');
const dist = join(project, 'dist');
const host = serveFiles(dist);
let stop = async () => {};

test.beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  origin = `http://localhost:${(host.address() as AddressInfo).port}`;
  const backEnd = await startHostedSupabase(origin);
  test.skip(!backEnd, 'what a hosted Supabase runs is not here');
  stop = backEnd?.stop ?? stop;
  await copyRepository(project);
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, VITE_BACKEND_URL: backEnd?.url, BACKEND_ANON_KEY: hostedKey },
    },
  );
  expect(status, stderr).toBe(0);
});

test.afterAll(async () => {
  host.close();
  await stop();
  folder.remove();
});

test('from a static host a visitor joins by the dialog and by the bottom form, at a hosted Supabase’s function', async ({
  page,
}) => {
  await page.goto(origin);
  const card = await openDialog(page);
  await card.getByRole('textbox').fill(newAddress());
  await chooseSource(page, 'Masjid');
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(toast(page, spec.joined)).toBeVisible();
  const form = page.locator('#join');
  await form.getByRole('textbox').fill(newAddress());
  await form.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(form.getByRole('status')).toHaveText(spec.joined.text);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /404/ });

  test('its form leads to a page that says what to do instead, with a way back; an unknown path to the page for it, with its status', async ({
    page,
  }) => {
    await page.goto(origin);
    const form = page.locator('#join');
    await form.getByRole('textbox').fill(newAddress());
    await form.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page).toHaveURL(`${origin}/waitlist/needs-script`);
    await expect(page.getByRole('main')).toContainText(site.contact.address);
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    expect((await page.goto(`${origin}/no-such-page`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
