import type { Page } from '@playwright/test';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import { waitlistAnswers } from '../../content/pages/waitlist-answers.ts';
import { type BuiltSite, startBuiltSite } from '../support/built-site.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { freePort } from '../support/network.ts';
import { type SmtpInbox, startSmtpInbox } from '../support/smtp.ts';
import { expect, test } from './journey.ts';
import { untilIdle } from './steps.ts';

test.describe.configure({ mode: 'serial' });

let inbox: SmtpInbox;
let site: BuiltSite;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  const port = String(await freePort());
  site = await startBuiltSite({
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'salam@bukoor.example',
  });
});
test.afterAll(async () => {
  await site?.stop();
  await inbox?.stop();
});

async function counted(): Promise<{ total: number; confirmed: number; left: number }> {
  const { out } = await runCommand({ dataDir: site.dataDir }, ['stats', '--json', 'total,confirmed,left']);
  return JSON.parse(out);
}

/** Joins by the bottom form, and returns the links of the email that arrives. */
async function linksAfterJoin(page: Page, address: string) {
  await page.goto(`${site.url}/`);
  await page.locator('#cta-email').fill(address);
  await page.locator('#cta-email').press('Enter');
  const { parsed } = await inbox.emailTo(address);
  // A mail program does not apply our Content Security Policy.
  await page.goto('about:blank');
  await page.setContent(parsed.html ?? '');
  const linkOf = async (name: string) => (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
  return {
    confirm: await linkOf(welcomeEmail.button),
    notMe: await linkOf(welcomeEmail.notMe),
    leave: await linkOf(welcomeEmail.leave),
  };
}

test('somebody who joins gets an email: opening its links changes nothing, one press confirms and another leaves', async ({
  page,
}) => {
  const { confirm, notMe, leave } = await linksAfterJoin(page, 'amina@example.org');

  // As the scanners of mail providers do: by HEAD, by GET, and in a browser that runs scripts.
  for (const link of [confirm, notMe, leave]) {
    for (const method of ['HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    await page.goto(link);
    await untilIdle(page);
  }
  expect(await counted()).toEqual({ total: 1, confirmed: 0, left: 0 });

  await page.goto(confirm);
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers.confirmed.title);
  expect(await counted()).toEqual({ total: 1, confirmed: 1, left: 0 });

  await page.goto(leave);
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers.left.title);
  expect(await counted()).toEqual({ total: 0, confirmed: 0, left: 1 });
});

test('a provider’s one click leaves, and This wasn’t me ends all emails to the address', async ({ page }) => {
  const { left: before } = await counted();
  const provided = await linksAfterJoin(page, 'bilal@example.org');
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const { status } = await fetch(provided.leave, { method: 'POST', body, redirect: 'manual' });
  expect(status).toBe(200);
  expect(await counted()).toMatchObject({ total: 0, left: before + 1 });

  const { notMe } = await linksAfterJoin(page, 'chen@example.org');
  await page.goto(notMe);
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(waitlistAnswers['not-you'].title);
  expect(await counted()).toMatchObject({ total: 0, left: before + 2 });
});
