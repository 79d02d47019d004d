import { expect, test } from 'vitest';
import { colours } from '../../content/colours.ts';
import { sentBy } from '../../content/company.ts';
import { askingEmail } from '../../content/emails/asking.ts';
import { reminderEmail } from '../../content/emails/reminder.ts';
import { site } from '../../content/site.ts';
import { createComposer } from '../compose.ts';
import { fillTemplate, unsubscribeLink, wordsFor } from '../fill-emails.ts';
import type { LinkPurpose } from '../links.ts';
import type { ClaimedEmail } from '../outbox.ts';
import { emailKinds } from '../templates.ts';
import { renderEmails } from './emails.tsx';

const emails = await renderEmails();
const facts = {
  email: 'o\'neil&"<b>"@example.org',
  date: '22 November 2026',
  form: 'our waitlist form',
  confirm: 'https://example.org/waitlist/confirm?t=1',
  notMe: 'https://example.org/waitlist/not-me?t=2',
  leave: 'https://example.org/waitlist/leave?t=3',
  place: 'https://example.org/waitlist/place?t=4',
  privacy: 'https://example.org/privacy',
};

test('every fact has a slot in text and HTML, markup is escaped, and no slot is left', () => {
  const filled = fillTemplate(emails.asking, facts);
  for (const fact of Object.values(facts)) expect(filled.text).toContain(fact);
  for (const link of [facts.confirm, facts.notMe, facts.leave, facts.place, facts.privacy])
    expect(filled.html).toContain(`href="${link}"`);
  expect(filled.html).toContain('o&#39;neil&amp;&quot;&lt;b&gt;&quot;@example.org');
  expect(filled.html).not.toContain('<b>');
  expect(Object.values(filled).join('')).not.toMatch(/\{\{\w/);
});

const claimed: ClaimedEmail = {
  messageId: 'f'.repeat(32),
  kind: 'asking',
  links: [],
  words: null,
  address: 'amina@example.org',
  source: 'Friend',
  consentedOn: '2026-11-22',
  tokens: { confirm: '1', leave: '2', 'not-me': '3', place: '4', change: '5' },
};

for (const kind of emailKinds)
  test(`the email ${kind} has the link that ends our emails in its words and for mail programs`, async () => {
    const home = { siteUrl: 'https://example.org' };
    const { subject, html, text } = emails[kind];
    const template = {
      subject,
      html: html.replace(/\{\{(preheader|body)\}\}/g, ''),
      text: text.replace('{{body}}', ''),
    };
    const words = wordsFor({ ...template, subject: 'News' }, claimed, home);
    // An address that is only asked about a move cannot leave the list.
    const links: LinkPurpose[] = kind === 'change' ? ['change', 'not-me'] : ['leave', 'place'];
    const unsubscribe = unsubscribeLink({ ...claimed, links }, home);
    expect(words.html).toContain(`href="${unsubscribe}"`);
    expect(words.text).toContain(unsubscribe);
    const compose = createComposer({ from: 'salam@example.org' });
    const { raw } = await compose({
      messageId: claimed.messageId,
      address: claimed.address,
      words,
      unsubscribe,
    });
    expect(raw.toString()).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
    expect(raw.toString()).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  });

/** What an owner changes, longest first, because the controller's name may begin with the product's. */
const ownFacts = {
  controller: site.controller.name,
  postalAddress: site.controller.postalAddress,
  contact: site.contact.address,
  product: site.name,
};

/** An email with the names of the owner's facts in place of their values: another product's email is the same one. */
const wordsOf = (text: string) =>
  Object.entries(ownFacts).reduce(
    (words, [name, fact]) => words.replaceAll(fact, `[${name}]`),
    text
      // Where a company is named in full, too.
      .replaceAll(sentBy, 'Sent by [controller], [postalAddress].')
      .replaceAll(askingEmail.silent, '[if silent]')
      .replaceAll(reminderEmail.silent, '[if silent]'),
  );

/** An email with the names of its colours: another green is no other layout. */
const layoutOf = (html: string) =>
  Object.entries(colours).reduce(
    (text, [name, [day, night]]) => text.replaceAll(day, name).replaceAll(night, `${name}-by-night`),
    wordsOf(html),
  );

test('the emails are the ones that were looked at in mail readers and read through', async () => {
  for (const [name, { html, text }] of Object.entries(emails)) {
    await expect(layoutOf(html)).toMatchFileSnapshot(`${name}.snapshot.html`);
    await expect(wordsOf(text)).toMatchFileSnapshot(`${name}.snapshot.txt`);
  }
});
