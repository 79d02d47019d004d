import { dateInWords } from '../../../date-in-words.ts';
import { site } from '../../../site.ts';
import { likeTheAddress, type StoredField, withTheEntry } from './field.ts';

const { erasure } = site;
const lastDay = dateInWords(erasure.latest);

/** A person's place on the list. */
export const entryFields: readonly StoredField[] = [
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
];
