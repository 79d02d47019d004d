import { dateInWords } from '../date-in-words.ts';
import { consent } from '../messages.ts';
import type { Headline, PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

/** How long a column is kept; a test sees the database keep to it. */
type Retention = 'erased with the entry' | 'swept by the minute' | 'swept at midnight';

/** One column of the database that holds something about a visitor. A test compares the list with the migrations. */
interface StoredField {
  table: 'entries' | 'tries' | 'client_keys';
  column: string;
  what: string;
  why: string;
  kept: Retention;
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

const { controller, contact, erasure, retention, suppliers, authority } = site;
const lastDay = dateInWords(erasure.latest);

const withTheEntry = (howLong: string) => ({ kept: 'erased with the entry', howLong }) as const;
const likeTheAddress = withTheEntry('As long as the email address.');
const byTheMinute = {
  kept: 'swept by the minute',
  howLong: 'About ten minutes after your last try. An automatic job deletes old counts every minute.',
} as const;
const untilMidnight = {
  kept: 'swept at midnight',
  howLong: 'To the end of the day (UTC), when the same job deletes it.',
} as const;

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
        'You can read every page without giving us anything. If you join the waitlist, we store your email address and a few facts about the joining. We use them to email you about the beta, the launch and new articles. We never sell them. Only the kinds of supplier listed below handle them, and we erase them when you say so.',
        'We never ask for your name, your date of birth, your sex, where you live, which school you follow, or whether you pray.',
      ],
    },
    {
      id: 'controller',
      title: 'Who is responsible',
      paragraphs: [
        `The controller is ${controller.name}, ${controller.postalAddress}. That means: we decide why and how the waitlist is kept. We have no data protection officer, so all questions come to us, by post or by email to ${contact.address}.`,
      ],
    },
    {
      id: 'faith',
      title: 'Your faith',
      paragraphs: [
        `${site.name} is being made for Muslims, so an address on its list may be read as a sign of religion, whether or not it is one. The law calls this special category data and asks for more care. So do we.`,
        'That is why we ask for your explicit consent in the words above each join button. The form is the only way onto the list. Nobody can use it to find out who has joined: it answers an address that is on the list exactly like a new one. We do not rent the list out, match it with other lists or show it to advertisers.',
      ],
    },
    {
      id: 'basis',
      title: 'Why the law lets us hold it',
      paragraphs: [
        'The articles below are those of the UK GDPR. You are under no duty to give us anything. Without an email address you cannot be on the list; nothing else on this site changes.',
      ],
      points: [
        {
          term: 'Your entry',
          text: 'Consent, Article 6(1)(a), and explicit consent, Article 9(2)(a), for what it may reveal. You can withdraw both at any time. What was done before stays lawful.',
        },
        {
          term: 'If you have left the list',
          text: 'Our legitimate interest, Article 6(1)(f): to email you no more, and to be able to show that you agreed and that you left. For what it may reveal, Article 9(2)(f), legal claims. If you would rather have it erased, we erase it.',
        },
        {
          term: 'Counts of tries, and logs',
          text: 'Our legitimate interest, Article 6(1)(f), in a list of real people and a site that stays up.',
        },
        {
          term: 'Your emails to us',
          text: 'Our legitimate interest, Article 6(1)(f), in answering you; and our legal duty, Article 6(1)(c), where you use one of the rights below.',
        },
      ],
    },
  ],
  stored: {
    id: 'stored',
    title: 'Every field, one by one',
    lede: 'These are all the columns in which the database holds something that comes from a visitor. If one is added, this table has to change first, or our own checks fail.',
    headings: { what: 'What', why: 'Why', howLong: 'For how long' },
    tables: {
      entries: 'Your place on the waitlist',
      tries: 'Counts against floods of false forms',
      client_keys: 'The key of the day',
    },
    fields: [
      {
        table: 'entries',
        column: 'id',
        what: 'A running number',
        why: 'So that the database can tell rows apart. It is never shown, and gives no place in a queue.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'email',
        what: 'Your email address as you typed it, the part after the @ in small letters',
        why: 'To email you.',
        ...withTheEntry(
          `Until you ask for erasure. At the latest, ${erasure.monthsAfterLaunch} months after the public launch, and in no case after ${lastDay}.`,
        ),
      },
      {
        table: 'entries',
        column: 'canonical',
        what: 'The same address in one standard spelling',
        why: 'So that joining twice leaves one entry. Nothing is ever sent to it.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'source',
        what: 'How you heard about us. The form at the foot of the home page does not ask, so there we note only that you used it. A form sent without JavaScript is noted the same way.',
        why: 'To learn where word has spread.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'joined_at',
        what: 'When you first joined',
        why: 'To see how the list grows.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'consented_at',
        what: 'When you agreed; if you left and came back, when you came back',
        why: 'To prove when consent was given.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'consent_wording',
        what: 'Which version of our words you agreed to',
        why: 'To know what you were told.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'left_at',
        what: 'When you left, if you did',
        why: 'To prove when consent was withdrawn.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'state',
        what: 'Whether you are on the list or have left it',
        why: 'So that an address that has left gets no more emails.',
        ...likeTheAddress,
      },
      {
        table: 'entries',
        column: 'during_flood',
        what: 'Whether you joined while far more people joined than usual',
        why: 'If somebody floods the form with strangers’ addresses, we can find those and take them out.',
        ...likeTheAddress,
      },
      {
        table: 'tries',
        column: 'limit_name',
        what: 'Whether one connection, the network round it or, in a flood only, its region is counted',
        why: 'To know which limit applies.',
        ...byTheMinute,
      },
      {
        table: 'tries',
        column: 'key',
        what: 'A code made from your internet address with the key of the day; the internet address itself is not stored',
        why: 'To count tries from one place without noting the place.',
        ...byTheMinute,
      },
      {
        table: 'tries',
        column: 'tat',
        what: 'When that limit starts afresh',
        why: 'To slow down a robot without blocking a mosque that shares one connection.',
        ...byTheMinute,
      },
      {
        table: 'tries',
        column: 'granted',
        what: 'How many forms from there we accepted in the last batch',
        why: 'So that each of those forms gets its answer.',
        ...byTheMinute,
      },
      {
        table: 'client_keys',
        column: 'day',
        what: 'The date',
        why: 'So that each day has a key of its own.',
        ...untilMidnight,
      },
      {
        table: 'client_keys',
        column: 'secret',
        what: 'A random number that says nothing about you',
        why: 'To make the codes above. Once it is gone they lead back to nobody.',
        ...untilMidnight,
      },
    ],
  },
  after: [
    {
      id: 'retention',
      title: 'When it is gone',
      paragraphs: [
        `We erase the whole list ${erasure.monthsAfterLaunch} months after the public launch. If the launch is late or never comes, we erase it on ${lastDay} all the same.`,
        'If you open an account in the app with the same address before the list is erased, your founder price will be kept there. From then on it will not depend on this list.',
        `What is erased from the list is gone from the backups within ${retention.backupDays} days. Emails to us are deleted ${retention.correspondenceMonths} months after our last answer.`,
      ],
    },
    {
      id: 'browser',
      title: 'In your browser, and in our logs',
      paragraphs: [
        'Visiting sets no cookie and writes nothing to your browser’s storage. There is no analytics and no counting pixel. Nothing is loaded from other sites.',
        'The form uses a piece of open code from Supabase, which we serve ourselves. It sends the form to the host of our waitlist, listed below, and to nobody else. It can also keep a session in your browser’s local storage. When you join, it tests once whether that storage can be written to, and clears the trial straight away. Nobody signs in here, so there is no session for it to keep.',
        `The server’s log has one line for each form: when it came, a random number, how it went and how long that took. Neither your email address nor your internet address is in it. A line is deleted within ${retention.logDays} days.`,
      ],
    },
    {
      id: 'others',
      title: 'Who else handles it',
      paragraphs: [
        'Suppliers work for us under contract, on our instructions, and for nothing else. As any host does, ours sees from which internet address a page is asked for, and may note that for its own security.',
      ],
      points: suppliers.map(({ role, name, country, safeguard }) => ({
        term: role,
        text: `Who: ${name}. Where: ${country}. Safeguard: ${safeguard}.`,
      })),
    },
    {
      id: 'decisions',
      title: 'Decisions by machine',
      paragraphs: [
        'There is no automated decision with a legal or similarly significant effect on you, and no profile of you. The form only limits tries: after very many in a short time, it asks you to wait a minute.',
      ],
    },
    {
      id: 'strangers',
      title: 'If somebody else typed your address',
      paragraphs: [
        'Then we have it from them and not from you, and you have agreed to nothing. Write to us from that address, and we will erase it.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'Write from the address that is on the list, so that we know it is you. It costs nothing. You will have an answer within one month; a difficult case may take two more, and we would tell you why. For now a person does this by hand.',
      ],
      points: [
        { term: 'Access', text: 'Ask, and we will send you your row of the table.' },
        { term: 'Correction', text: 'A mistyped address can be put right.' },
        {
          term: 'Leaving',
          text: 'You can withdraw consent: write one line to us or, once there are emails, follow the link in any of them. Your row then stays in the table so that we do not email you again, and can show that you agreed and left.',
        },
        { term: 'Erasure', text: 'Or the whole row can go.' },
        {
          term: 'Restriction',
          text: 'While a dispute lasts, we can keep your entry without using it.',
        },
        { term: 'Portability', text: 'You can have your row as a file that other programs read.' },
        {
          term: 'Objection',
          text: 'You can object to anything that rests on our legitimate interest.',
        },
      ],
    },
    {
      id: 'complaints',
      title: 'If we get it wrong',
      paragraphs: [
        'Complain to us first, if you are willing: by email to the same address, with the word complaint in the subject. We will acknowledge it within 30 days, look into it without delay and tell you what came of it.',
        `You may also go straight to the ${authority.name} (formerly the ${authority.formerly}), at ${authority.website} or on ${authority.telephone}, whether you have written to us or not.`,
      ],
    },
    {
      id: 'children',
      title: 'Children',
      paragraphs: [
        `The waitlist is not for children under ${site.minimumAge}. By joining you say that you are old enough; we do not check. If a child’s address has reached us, an email from a parent is enough to have it erased.`,
      ],
    },
    {
      id: 'changes',
      title: 'When this changes',
      paragraphs: [
        'The date at the top will change with it. Before we use your entry for anything that the words above the button did not say, we will ask you again.',
      ],
    },
  ],
  contact: { text: 'For anything on this page, write to', address: contact.address },
};
