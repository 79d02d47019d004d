import { dateInWords } from '../../date-in-words.ts';
import { site } from '../../site.ts';

/** How long a column is kept; a test sees the database keep to it. */
type Retention = 'erased with the entry' | 'outlives the entry' | 'swept by the minute' | 'swept at midnight';

/** One column of the database that holds something about a visitor. A test compares the list with the migrations. */
interface StoredField {
  table:
    | 'entries'
    | 'outbox'
    | 'email_links'
    | 'evidence'
    | 'suppressions'
    | 'email_key'
    | 'tries'
    | 'client_keys';
  column: string;
  what: string;
  why: string;
  kept: Retention;
  howLong: string;
}

export interface StoredContent {
  id: string;
  title: string;
  lede: string;
  headings: { what: string; why: string; howLong: string };
  tables: Record<StoredField['table'], string>;
  fields: readonly StoredField[];
}

const { erasure } = site;
const lastDay = dateInWords(erasure.latest);

const withTheEntry = (howLong: string) => ({ kept: 'erased with the entry', howLong }) as const;
const outliving = (howLong: string) => ({ kept: 'outlives the entry', howLong }) as const;
const likeTheAddress = withTheEntry('As long as the email address.');
const forGood = outliving(
  'For as long as we send emails, also after your entry is erased. Without it we would write to you again.',
);
const byTheMinute = {
  kept: 'swept by the minute',
  howLong: 'About ten minutes after your last try. An automatic job deletes old counts every minute.',
} as const;
const untilMidnight = {
  kept: 'swept at midnight',
  howLong: 'To the end of the day (UTC), when the same job deletes it.',
} as const;

export const stored: StoredContent = {
  id: 'stored',
  title: 'Every field, one by one',
  lede: 'These are all the columns in which the database holds something that comes from a visitor. If one is added, this table has to change first, or our own checks fail.',
  headings: { what: 'What', why: 'Why', howLong: 'For how long' },
  tables: {
    entries: 'Your place on the waitlist',
    outbox: 'The emails we send you',
    email_links: 'The links in those emails',
    evidence: 'What you agreed to, and when',
    suppressions: 'Addresses that get no email from us',
    email_key: 'The key for those codes',
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
      table: 'entries',
      column: 'confirmed_at',
      what: 'When you confirmed by the link in our email',
      why: 'To know that the address is yours.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'entry_id',
      what: 'The number of your entry',
      why: 'To know whom the email is for.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'queued_at',
      what: 'When an email to you became due',
      why: 'To send emails in their order.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'kind',
      what: 'Which email it is; so far there is one, which welcomes you and asks whether it was you',
      why: 'To know what to send.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'state',
      what: 'Whether it waits, is under way, was sent, or could not be sent',
      why: 'So that you get it once.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'due_at',
      what: 'When it is to be sent, or sent again',
      why: 'To try later when a mail server is busy.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'tries',
      what: 'How many times we have tried to send it',
      why: 'To give up some day.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'repeats',
      what: 'Whether we sent it once more because we could not tell if it had arrived',
      why: 'So that you do not get a third.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'claimant',
      what: 'Which of our programs is sending it',
      why: 'So that two do not send it.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'reference',
      what: 'A random number in the email, which says nothing about you',
      why: 'To know which email came back, if one does.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'transmitted_at',
      what: 'When it was sent',
      why: 'To send you no more than three emails a day.',
      ...likeTheAddress,
    },
    {
      table: 'outbox',
      column: 'reply',
      what: 'What the mail server answered',
      why: 'To see why an email did not arrive.',
      ...likeTheAddress,
    },
    {
      table: 'email_links',
      column: 'hash',
      what: 'A code made from a link that we sent you; the link itself is not stored',
      why: 'To know the link again when you press it.',
      ...likeTheAddress,
    },
    {
      table: 'email_links',
      column: 'entry_id',
      what: 'The number of your entry',
      why: 'To know whose link it is.',
      ...likeTheAddress,
    },
    {
      table: 'email_links',
      column: 'purpose',
      what: 'Whether it confirms, leaves, or says that it was not you',
      why: 'So that one link does not do the work of another.',
      ...likeTheAddress,
    },
    {
      table: 'evidence',
      column: 'entry_id',
      what: 'The number of your entry',
      why: 'To know whose consent it is.',
      ...likeTheAddress,
    },
    {
      table: 'evidence',
      column: 'at',
      what: 'When you agreed, confirmed or left',
      why: 'To prove when consent was given and withdrawn.',
      ...likeTheAddress,
    },
    {
      table: 'evidence',
      column: 'event',
      what: 'Which of the three it was',
      why: 'To prove what happened.',
      ...likeTheAddress,
    },
    {
      table: 'evidence',
      column: 'via',
      what: 'Which form you agreed by, or how you left',
      why: 'To prove how consent was given and withdrawn.',
      ...likeTheAddress,
    },
    {
      table: 'evidence',
      column: 'wording',
      what: 'Which version of our words and of this policy was in force',
      why: 'To know what you were told.',
      ...likeTheAddress,
    },
    {
      table: 'suppressions',
      column: 'address_hash',
      what: 'A code made from your email address with a secret key; the address itself is not in it',
      why: 'So that we know the address again, if somebody types it, and send nothing there.',
      ...forGood,
    },
    {
      table: 'suppressions',
      column: 'reason',
      what: 'Whether you told us that it was not you, marked an email as unwanted, or your mailbox was not there',
      why: 'To know whether it can ever be lifted.',
      ...forGood,
    },
    {
      table: 'suppressions',
      column: 'soft_bounces',
      what: 'How many of our last emails your mailbox could not take',
      why: 'To stop after three.',
      ...forGood,
    },
    {
      table: 'suppressions',
      column: 'noted_at',
      what: 'When that was last noted',
      why: 'To start the count anew after a month.',
      ...forGood,
    },
    {
      table: 'email_key',
      column: 'only_one',
      what: 'A mark that there is only one key',
      why: 'So that there is no second.',
      ...forGood,
    },
    {
      table: 'email_key',
      column: 'secret',
      what: 'A random number that says nothing about you',
      why: 'To make the codes above.',
      ...forGood,
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
};
