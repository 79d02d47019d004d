import { expect, test } from 'vitest';
import { colours } from '../../content/colours.ts';
import { site } from '../../content/site.ts';
import { fill } from '../fill-emails.ts';
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
};

test('every fact has a slot in the text and in the HTML, an address that looks like markup is escaped, and no slot is left', () => {
  const filled = fill(emails.welcome, facts);
  for (const fact of Object.values(facts)) expect(filled.text).toContain(fact);
  for (const link of [facts.confirm, facts.notMe, facts.leave, facts.place])
    expect(filled.html).toContain(`href="${link}"`);
  expect(filled.html).toContain('o&#39;neil&amp;&quot;&lt;b&gt;&quot;@example.org');
  expect(filled.html).not.toContain('<b>');
  expect(Object.values(filled).join('')).not.toMatch(/\{\{\w/);
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
  Object.entries(ownFacts).reduce((words, [name, fact]) => words.replaceAll(fact, `[${name}]`), text);

/** The same with the names of its colours: another green is no other layout. */
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
