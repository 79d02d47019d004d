import { dateInWords } from '../../date-in-words.ts';
import { site } from '../../site.ts';

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
const likeTheAddress = withTheEntry('As long as the email address.');
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
};
