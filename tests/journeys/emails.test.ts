import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { askingEmail } from '../../content/emails/asking.ts';
import { changeEmail, movedEmail, movedHereEmail } from '../../content/emails/change.ts';
import { place as words } from '../../content/pages/place.ts';
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

async function counted(): Promise<{ onList: number; confirmed: number; left: number }> {
  const { out } = await runCommand({ dataDir: site.dataDir }, ['stats', '--json', 'onList,confirmed,left']);
  return JSON.parse(out);
}

/** Opens an email as a mail program shows it, which does not apply our Content Security Policy; returns the URL of a link in it. */
async function openEmail(page: Page, html = '') {
  await page.goto('about:blank');
  await page.setContent(html);
  return async (name: string) => (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
}

/** Joins by the bottom form, and returns the links of the email that arrives. */
async function linksAfterJoin(page: Page, address: string) {
  await page.goto(`${site.url}/`);
  await page.locator('#cta-email').fill(address);
  await page.locator('#cta-email').press('Enter');
  const { parsed } = await inbox.emailTo(address);
  const linkOf = await openEmail(page, parsed.html);
  return {
    confirm: await linkOf(askingEmail.button),
    notMe: await linkOf(askingEmail.notMe),
    leave: await linkOf(askingEmail.leave),
    place: await linkOf(askingEmail.place),
  };
}

test('opening an email’s links changes nothing, and a press does what each is for', async ({ page }) => {
  const { confirm, notMe, leave, place } = await linksAfterJoin(page, 'amina@example.org');
  // As the scanners of mail providers do, in a browser that runs scripts (HEAD and GET alone: server/app.test.ts).
  for (const link of [confirm, notMe, leave, place]) {
    await page.goto(link);
    await untilIdle(page);
  }
  expect(await counted()).toEqual({ onList: 1, confirmed: 0, left: 0 });

  const other = await linksAfterJoin(page, 'chen@example.org');
  for (const [link, { title }, counts] of [
    [confirm, waitlistAnswers.confirmed, { onList: 2, confirmed: 1, left: 0 }],
    [leave, waitlistAnswers.left, { onList: 1, confirmed: 0, left: 1 }],
    [other.notMe, waitlistAnswers['not-you'], { onList: 0, confirmed: 0, left: 1 }],
  ] as const) {
    await page.goto(link);
    await page.getByRole('main').getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await counted()).toEqual(counts);
  }
});

test('an entry is read, downloaded, moved to another address and erased', async ({ page }) => {
  const { place } = await linksAfterJoin(page, 'sara@example.org');
  await page.goto(place);
  await expect(page.getByRole('main')).toContainText('sara@example.org');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: words.download }).click();
  const file = JSON.parse(readFileSync(await (await downloading).path(), 'utf8'));
  expect(file.held.entries).toMatchObject([{ email: 'sara@example.org', source: 'cta' }]);

  await page.getByLabel(words.change.label).fill('sara@new.example.org');
  await page.getByRole('button', { name: words.change.button }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(waitlistAnswers['change-asked'].title);
  const { parsed } = await inbox.emailTo('sara@new.example.org');
  const linkOf = await openEmail(page, parsed.html);
  await page.goto(await linkOf(changeEmail.button));
  await page.getByRole('main').getByRole('button').click();
  await expect(heading).toHaveText(waitlistAnswers.changed.title);
  const sent = (subject: string) => inbox.emails.filter((email) => email.parsed.subject === subject);
  for (const [subject, to] of [
    [movedEmail.subject, 'sara@example.org'],
    [movedHereEmail.subject, 'sara@new.example.org'],
  ] as const)
    await expect.poll(() => sent(subject).map((email) => email.to)).toEqual([to]);
  expect((await page.request.get(place)).status()).toBe(404);

  // A link that is pressed once more changes nothing, and every email has one to leave, for mail programs too.
  await page.goBack();
  await page.getByRole('main').getByRole('button').click();
  await expect(heading).toHaveText(waitlistAnswers.changed.title);
  const asked = sent(changeEmail.subject);
  const moved = [...sent(movedEmail.subject), ...sent(movedHereEmail.subject)];
  const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } };
  for (const { raw } of [...moved, ...asked]) {
    const [, link = ''] = /^List-Unsubscribe: <(.+)>\r$/m.exec(raw.toString('latin1')) ?? [];
    expect((await page.request.post(link, oneClick)).status()).toBe(200);
  }

  const other = await linksAfterJoin(page, 'gone@example.org');
  const { onList } = await counted();
  await page.goto(other.place);
  await page.getByText(words.erase.summary).click();
  await page.getByRole('button', { name: words.erase.button }).click();
  await expect(heading).toHaveText(waitlistAnswers.erased.title);
  expect((await counted()).onList).toBe(onList - 1);
});
