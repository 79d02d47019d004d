import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { nextStep } from '../../content/next-step.ts';
import { beforeScript, emailLinks } from '../../content/pages/email-links.ts';
import { place } from '../../content/pages/place.ts';
import { waitlistAnswers } from '../../content/pages/waitlist-answers.ts';
import { site } from '../../content/site.ts';
import { listen } from '../support/network.ts';
import { newAddress } from '../support/new-address.ts';
import { parts } from '../support/parts.ts';
import { copyRepository, runInCopy } from '../support/project-copy.ts';
import { startSecureInbox } from '../support/smtp.ts';
import { spec } from '../support/specification.ts';
import { hostedKey, mailFunctionKey, startHostedSupabase } from '../support/supabase.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { expect, test } from './journey.ts';
import { joinByDialog, joinByForm, toast } from './steps.ts';

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

// One project and one build for all of them.
test.describe.configure({ mode: 'default' });

// Another origin allows no header that a page does not send by itself.
test.use({ extraHTTPHeaders: {} });

let origin = '';
const folder = temporaryFolder();
const project = join(folder.path, 'site');
let files = new Hono();
/** What the host's log would hold: paths with their queries. */
const askedFor: string[] = [];
const host = createAdaptorServer({
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    askedFor.push(pathname + search);
    return files.fetch(request);
  },
});
let backEnd: Awaited<ReturnType<typeof startHostedSupabase>>;
let inbox: Awaited<ReturnType<typeof startSecureInbox>>;

test.beforeAll(async () => {
  origin = `http://localhost:${await listen(host)}`;
  inbox = await startSecureInbox();
  const mail = { SMTP_URL: inbox.url, MAIL_FROM: 'salam@bukoor.example', authority: inbox.authority };
  backEnd = await startHostedSupabase(origin, ['enhanced-waitlist', 'waitlist-links', 'waitlist-mail'], mail);
  test.skip(!backEnd, 'what a hosted Supabase runs is not here');
  await copyRepository(project);
  const env = { ...process.env, VITE_BACKEND_URL: backEnd?.url, BACKEND_ANON_KEY: hostedKey };
  const built = await runInCopy(project, env, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  expect(built.code, built.output).toBe(0);
  files = filesOf(join(project, 'dist'));
});

test.afterAll(async () => {
  host.close();
  await backEnd?.stop();
  await inbox.stop();
  folder.remove();
});

/** What pg_cron does each minute. */
async function sendEmails(): Promise<void> {
  const headers = { authorization: `Bearer ${mailFunctionKey}` };
  const answer = await fetch(`${backEnd?.url}/functions/v1/waitlist-mail`, { method: 'POST', headers });
  expect(await answer.json()).toEqual({ emails: 'Emails are sent.' });
}

/** Has the emails sent, and returns the links of the latest one to that address, by the last part of their page. */
async function linksTo(address: string): Promise<Record<string, string>> {
  await sendEmails();
  const email = inbox.emails.findLast(({ to }) => to === address);
  const links = [...(email?.parsed.html ?? '').matchAll(/href="([^"]+\/waitlist\/([a-z-]+)#t=[^"]+)"/g)];
  return {
    ...Object.fromEntries(links.map(([, href = '', page = '']) => [page, href])),
    oneClick: /^List-Unsubscribe: <(.*)>\r$/m.exec(String(email?.raw))?.[1] ?? '',
  };
}

test('from a static host a visitor joins at a hosted Supabase by both forms', async ({ page }) => {
  const read = (name: string) => readFileSync(join(project, 'dist', name), 'utf8');
  expect(read('404.html')).toContain('Page Not Found');
  expect(read(`${read('_redirects').split(' ')[1]}/index.html`)).toContain(site.contact.address);
  await page.goto(origin);
  await joinByDialog(page, newAddress(), 'Masjid');
  await expect(toast(page, spec.joined)).toBeVisible();
  const left = page.locator(parts.nextStep);
  await expect(left).toContainText(nextStep.asked.text);
  await joinByForm(page, newAddress());
  await expect(page.locator('#join').locator(parts.nextStep)).toContainText(nextStep.asked.text);
  await expect(left).toHaveCount(1);
});

test('on a static host a person joins, confirms, sees and moves the entry, and leaves', async ({ page }) => {
  const address = newAddress();
  await page.goto(origin);
  await joinByDialog(page, address, 'Masjid');
  await expect(toast(page, spec.joined)).toBeVisible();
  const asked = await linksTo(address);

  // Opened only, as a scanner that runs scripts does, the page changes nothing; its token is in no address and stays for a reload.
  await page.goto(asked.confirm ?? '');
  const yes = page.getByRole('button', { name: emailLinks.confirm.button });
  await expect(yes).toBeVisible();
  await page.reload();
  await expect(yes).toBeVisible();
  expect(page.url()).toBe(`${origin}/waitlist/confirm`);
  // Another person's link in the same tab changes only what stands after the #.
  await page.goto(`${origin}/waitlist/confirm#t=${'f'.repeat(48)}`);
  await expect(page.locator('input[name=t]')).toHaveValue('f'.repeat(48));
  await page.goto(asked.confirm ?? '');
  await expect(page.locator('input[name=t]')).not.toHaveValue('f'.repeat(48));
  await yes.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers.confirmed.title);

  await page.goto(asked.place ?? '');
  const held = page.locator(parts.linkPart);
  await expect(held).toContainText(address);
  await expect(held).toContainText('confirmed on');
  await expect(held).not.toContainText('{{');
  const moved = newAddress();
  await page.getByLabel(place.change.label).fill(moved);
  await page.getByRole('button', { name: place.change.button }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers['change-asked'].title);
  await page.goto((await linksTo(moved)).change ?? '');
  await page.getByRole('button', { name: emailLinks.change.button }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers.changed.title);

  const { oneClick = '', place: newPlace = '' } = await linksTo(moved);
  await page.goto(newPlace);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: place.download }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(moved);
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(oneClick, { method: 'POST', body, redirect: 'manual' })).status).toBe(200);
  await page.reload();
  await expect(held).toContainText('You left the list on');
  await expect(page.getByLabel(place.change.label)).toBeHidden();
  expect(askedFor.filter((path) => path.includes('t='))).toEqual([]);
});

test.describe('with a token that is not there', () => {
  test.use({ expectedErrors: /place\/read/ });

  test('a link’s page without a valid token leads to a page that helps', async ({ page }) => {
    await page.goto(`${origin}/waitlist/place`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers['link-broken'].title);
    await page.goto(`${origin}/waitlist/place#t=${'f'.repeat(48)}`);
    await expect(page).toHaveURL(/link-broken/);
    await page.goto(`${origin}/waitlist/leave#t=${'f'.repeat(48)}`);
    await page.getByRole('button', { name: emailLinks.leave.button }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers['link-broken'].title);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('without a script a link’s page says to reply to the email', async ({ page }) => {
    for (const link of [...Object.keys(emailLinks), 'place']) {
      await page.goto(`${origin}/waitlist/${link}#t=token`);
      await expect(page.getByText(beforeScript)).toBeVisible();
      for (const button of await page.locator('main button').all()) await expect(button).toBeHidden();
      await expect(page.locator(parts.linkPart)).toBeHidden();
    }
  });
});
