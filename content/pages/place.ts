import { dateOnOneLine } from '../date-in-words.ts';
import { named } from '../page-parts.ts';
import { site } from '../site.ts';
import { stored } from './privacy/stored.ts';

const columns = Object.entries(stored.tables.entries.columns);

/** The page behind “Your place on the list” in every email. `{{…}}` are slots that the server fills with one person’s facts. */
export const place = {
  meta: {
    ...named('Your place on the list'),
    description: 'What the waitlist holds about you, and a button for each thing that you may ask for.',
  },
  title: 'Your place on the list',
  text: '{{status}}',
  /** For {{status}}. */
  states: {
    confirmed: 'You joined on {{joined}} and confirmed on {{confirmed}}.',
    unconfirmed: 'You joined on {{joined}}. To be invited, press Yes in our email, and on the page it opens.',
    left: 'You left the list on {{left}}, and no more emails will come. Your address stays marked as left.',
  },
  facts: [
    ...columns.flatMap(([column, { shownAs }]) => (shownAs ? { term: shownAs, text: `{{${column}}}` } : [])),
    { term: 'What you agreed to, on {{agreed}}', text: '{{wording}}' },
    { term: 'To be erased', text: `With the whole list, by ${dateOnOneLine(site.erasure.latest)}.` },
  ],
  download: 'Download all that the list holds about you (JSON)',
  change: {
    label: 'Your new email address',
    button: 'Change the address',
    text: 'We ask the new address by email first. Your place keeps its date.',
  },
  leave: 'Leave the waitlist',
  erase: {
    summary: 'Erase everything',
    text: 'Your place and all that belongs to it will be gone for good, and so will founder pricing, unless you have opened an account with it. Are you sure?',
    button: 'Yes, erase it',
  },
} as const;
