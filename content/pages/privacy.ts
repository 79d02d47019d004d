import { consent } from '../messages.ts';
import type { Headline, PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

/** One column of the database that holds something about a visitor. A test compares the list with the migrations. */
interface StoredField {
  table: 'entries' | 'tries' | 'client_keys';
  column: string;
  what: string;
  why: string;
  howLong: string;
}

interface PolicySection {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly { term: string; text: string }[];
}

export interface PrivacyContent {
  meta: PageMeta;
  hero: { eyebrow: string; title: Headline; lede: string };
  /** The version of this policy and of the words beside the forms. */
  updated: { label: string; date: string };
  contentsLabel: string;
  before: readonly PolicySection[];
  stored: {
    id: string;
    title: string;
    lede: string;
    headings: { what: string; why: string; howLong: string };
    tables: Record<StoredField['table'], string>;
    fields: readonly StoredField[];
  };
  after: readonly PolicySection[];
  contact: { text: string; address: string };
}

const untilYouLeave = 'Until you ask for erasure, or twelve months after the public launch at the latest.';
const sameAsAddress = 'As long as the address.';
const tenMinutes = 'Ten minutes at most; erased by the next tries after that.';
const oneDay = 'To the end of the day (UTC); erased by the first try of a later one.';

export const privacy: PrivacyContent = {
  meta: {
    title: `Privacy policy · ${site.name}`,
    description:
      'Every field the waitlist stores, why and for how long; what being on it may say about your faith; and how to see it, correct it or have it erased.',
  },
  hero: {
    eyebrow: 'Privacy',
    title: { before: 'What we keep, and what we', emphasis: 'never ask', after: '.' },
    lede: 'This policy covers the website and its waitlist under the UK GDPR. The app will have one of its own before anybody can sign up to it.',
  },
  updated: { label: 'In force since', date: consent.version },
  contentsLabel: 'On this page',
  before: [
    {
      id: 'short',
      title: 'The short of it',
      paragraphs: [
        'You can read every page without giving us anything. If you join the waitlist we store the address and a few facts about the joining. We use them to write to you, we show them to nobody, and we erase them when you say so.',
      ],
    },
    {
      id: 'controller',
      title: 'Who is responsible',
      paragraphs: [
        `${site.controller.name} is the controller of the waitlist: we decide why and how it is kept. Questions, requests and complaints all reach us at the address at the foot of this page.`,
      ],
    },
    {
      id: 'faith',
      title: 'Your faith',
      paragraphs: [
        `${site.name} is being made for Muslims, so a name on its list may be read as a sign of religion, whether or not it is one. The law calls this special category data and asks for more care; so do we.`,
        'That is why the words beside each form ask for your explicit consent, and why joining is the only way onto the list. From it follows that nobody can look up who has joined: a known address is answered exactly like a new one. The list is not shared, rented, matched with other lists or shown to advertisers, and the people who keep the database see as little of it as their work allows.',
      ],
    },
    {
      id: 'basis',
      title: 'Why we may hold it',
      paragraphs: [
        'For your entry, the ground is consent: Article 6(1)(a) of the UK GDPR, and Article 9(2)(a) for what it may reveal. You can withdraw it at any time with one line to us; what was done before stays lawful.',
        'For the short-lived counts that keep floods of forged forms out, the ground is our legitimate interest in a list made of real people: Article 6(1)(f).',
      ],
    },
  ],
  stored: {
    id: 'stored',
    title: 'Every field, one by one',
    lede: 'These are all the columns in which the database holds something that comes from a visitor. If a column is added, this table has to change first, or our own checks fail.',
    headings: { what: 'What', why: 'Why', howLong: 'For how long' },
    tables: {
      entries: 'Your place on the waitlist',
      tries: 'Counts against floods of forms',
      client_keys: 'The key of the day',
    },
    fields: [
      {
        table: 'entries',
        column: 'id',
        what: 'A running number',
        why: 'So that the database can tell rows apart. It is never shown, and gives no place in a queue.',
        howLong: sameAsAddress,
      },
      {
        table: 'entries',
        column: 'email',
        what: 'Your email address as you typed it, the part after the @ in small letters',
        why: 'To write to you.',
        howLong: untilYouLeave,
      },
      {
        table: 'entries',
        column: 'canonical',
        what: 'The same address in one standard spelling',
        why: 'So that joining twice leaves one entry. Nothing is ever sent to it.',
        howLong: sameAsAddress,
      },
      {
        table: 'entries',
        column: 'source',
        what: 'How you heard of us; for the form at the foot of the first page, only that it was that form',
        why: 'To learn where word has spread.',
        howLong: sameAsAddress,
      },
      {
        table: 'entries',
        column: 'joined_at',
        what: 'The moment you first joined',
        why: 'To prove when consent was given.',
        howLong: sameAsAddress,
      },
      {
        table: 'entries',
        column: 'consent_wording',
        what: 'Which version of our words you agreed to',
        why: 'To know what was promised to you.',
        howLong: sameAsAddress,
      },
      {
        table: 'entries',
        column: 'state',
        what: 'Whether you are on the list or have left it',
        why: 'So that an address that has left is not written to again.',
        howLong: sameAsAddress,
      },
      {
        table: 'tries',
        column: 'ends_at',
        what: 'When the current count ends',
        why: 'To begin a fresh count.',
        howLong: tenMinutes,
      },
      {
        table: 'tries',
        column: 'limit_name',
        what: 'Whether one connection, its neighbourhood or all visitors are being counted',
        why: 'To know which ceiling applies.',
        howLong: tenMinutes,
      },
      {
        table: 'tries',
        column: 'key',
        what: 'A code made from your internet address with the key of the day; the internet address itself is not stored',
        why: 'To count tries from one place without noting the place.',
        howLong: tenMinutes,
      },
      {
        table: 'tries',
        column: 'count',
        what: 'How many tries there were',
        why: 'To stop a program and let a congregation through.',
        howLong: tenMinutes,
      },
      {
        table: 'client_keys',
        column: 'day',
        what: 'The date',
        why: 'So that each day has a key of its own.',
        howLong: oneDay,
      },
      {
        table: 'client_keys',
        column: 'secret',
        what: 'A random number that says nothing about you',
        why: 'To make the codes above. Once it is gone they lead back to nobody.',
        howLong: oneDay,
      },
    ],
  },
  after: [
    {
      id: 'browser',
      title: 'In your browser',
      paragraphs: [
        'Visiting sets no cookie and writes nothing to your browser’s storage. There is no analytics, no counting pixel and no script or font from another company.',
        'The form is sent through the client library of Supabase, which is made to keep a signed-in session in local storage. When you join it tries once whether that storage can be written to, and clears the trial straight away; since nobody signs in here, there is no session for it to keep.',
        'The server’s log has one line for each form: when it came, a random number, how it went and how long that took. Neither your address nor your connection appears in it.',
      ],
    },
    {
      id: 'others',
      title: 'Who else touches it',
      paragraphs: [
        'Only the company on whose machines the site and its database run, bound by contract to act on our instructions. As any host does, it sees from which internet address a page is asked for, and may note that briefly for its own security. Should those machines stand outside the United Kingdom, they will do so under UK adequacy regulations or the transfer terms that the ICO has issued.',
        'No decision about you is made by a machine alone.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'Write from the address that is on the list, so that we know it is you. It costs nothing, and you will have an answer within one month; a tangled case may take two more, and we would tell you why. For now a person does this by hand.',
      ],
      points: [
        { term: 'Access', text: 'Ask, and we will send you your row of the table.' },
        { term: 'Correction', text: 'A mistyped address can be put right.' },
        {
          term: 'Leaving',
          text: 'You can withdraw consent and stay in the table only as somebody not to be written to.',
        },
        { term: 'Erasure', text: 'Or the whole row can go, and then we no longer know that you ever came.' },
        {
          term: 'Restriction',
          text: 'While a dispute lasts, your entry can be kept still: stored, and not used.',
        },
        { term: 'Portability', text: 'Your row can be had as a file that other programs read.' },
        {
          term: 'Objection',
          text: 'You can object to the counts that rest on our legitimate interest.',
        },
      ],
    },
    {
      id: 'complaints',
      title: 'If we get it wrong',
      paragraphs: [
        'Complain to us first, if you are willing: by letter to the same address, with the word complaint in the subject. We acknowledge it within 30 days, look into it without delay and tell you what came of it.',
        'You may also go straight to the Information Commissioner’s Office, at ico.org.uk or on 0303 123 1113, whether you have written to us or not.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      paragraphs: [
        `The waitlist is not for children under ${site.minimumAge}. We do not ask for ages, so if a child’s address has reached us, a parent’s letter is enough to have it erased.`,
      ],
    },
    {
      id: 'changes',
      title: 'When this changes',
      paragraphs: [
        'The date at the top will change with it. Before we use your entry for anything the words beside the form did not say, we will ask you again.',
      ],
    },
  ],
  contact: { text: 'For anything on this page, write to', address: site.contact.address },
};
