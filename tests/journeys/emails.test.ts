import type { Page } from '@playwright/test';
import { welcomeEmail } from '../../content/emails/welcome.ts';
import { waitlistAnswers } from '../../content/pages/waitlist-answers.ts';
import { type BuiltSite, startBuiltSite } from '../support/built-site.ts';
import { runCommand } from '../support/memory-terminal.ts';
import { freePort } from '../support/network.ts';
import { type SmtpInbox, startSmtpInbox } from '../support/smtp.ts';
import { expect, test } from './journey.ts';
import { untilIdle } from './steps.ts';

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

test('somebody who joins gets an email: opening its links changes nothing; one press confirms, another leaves, and a third ends all emails', async ({
  page,
}) => {
  const { confirm, notMe, leave } = await linksAfterJoin(page, 'amina@example.org');
  // As the scanners of mail providers do, in a browser that runs scripts (HEAD and GET alone: server/app.test.ts).
  for (const link of [confirm, notMe, leave]) {
    await page.goto(link);
    await untilIdle(page);
  }
  expect(await counted()).toEqual({ total: 1, confirmed: 0, left: 0 });

  const other = await linksAfterJoin(page, 'chen@example.org');
  for (const [link, { title }, counts] of [
    [confirm, waitlistAnswers.confirmed, { total: 2, confirmed: 1, left: 0 }],
    [leave, waitlistAnswers.left, { total: 1, confirmed: 0, left: 1 }],
    [other.notMe, waitlistAnswers['not-you'], { total: 0, confirmed: 0, left: 2 }],
  ] as const) {
    await page.goto(link);
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await counted()).toEqual(counts);
  }
});
