import { csvName, exportColumns } from '../../waitlist/entries.ts';
import type { ImportedReason } from '../../waitlist/suppressions.ts';

/** A column of a file that may say who does not want our emails, or cannot get them, in words that are not understood. */
export interface StateColumn {
  name: string;
  /** How many people have such words in it. */
  count: number;
  /** A few of its values. */
  examples: string[];
}

/** `emailDisabled`, `EMAIL_DISABLED` and `Email disabled?` are the same words. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

/** Beginnings of words in the name of a column that may hold a person's state. */
const stateBeginnings = [
  'abuse',
  'accept',
  'active',
  'archiv',
  'black list',
  'blacklist',
  'block',
  'bounc',
  'cancel',
  'clean',
  'complain',
  'consent',
  'delet',
  'deliverab',
  'disabl',
  'dnc',
  'do not',
  'inactive',
  'invalid',
  'left',
  'marketing',
  'newsletter',
  'opt in',
  'opt out',
  'opted',
  'optin',
  'optout',
  'permission',
  'remov',
  'spam',
  'state',
  'status',
  'subscri',
  'suppress',
  'undeliver',
  'unsub',
  'valid',
];

/** The same for other ways to reach somebody than email. */
const otherChannels = ['sms', 'phone', 'mobile', 'whatsapp', 'push', 'call'];

/** Whether a word of the text, or several, begin with one of these. */
const hasBeginning = (text: string, beginnings: string[]): boolean =>
  beginnings.some((beginning) => ` ${text}`.includes(` ${beginning}`));

/** The columns of our own export, and the time of an opt-in, say nothing about a state. */
const ownNames: readonly string[] = [...exportColumns.map(csvName), 'OPTIN_TIME'];

/** What databases and tables write where there is nothing. */
const nothing = /^(null|nil|none|nan|n\/?a|-+|0000-00-00.*)$/i;
const yes = /^(yes|true|1|y|on)$/i;
const no = /^(no|false|0|0\.0|n|off|never)$/i;
const time = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Each phrase alone, and with each of these words after it. */
const withEach = (phrases: string[], after: string[]): string[] =>
  phrases.flatMap((phrase) => [phrase, ...after.map((word) => `${phrase} ${word}`)]);

const when = ['at', 'on', 'time', 'date'];

/** Names of columns that hold yes or a time if no email may go there, with the reason. */
const negativeNames: Record<ImportedReason, string[]> = {
  unsubscribed: [
    ...withEach(['unsub', 'unsubscribed'], [...when, 'reason']),
    ...withEach(['opt out', 'optout', 'opted out', 'optedout'], when),
    'unsubscribed from all email',
    'blacklisted',
    'black listed',
    'email blacklisted',
    'email black listed',
    'do not contact',
    'do not email',
    'suppressed',
    'email disabled',
  ],
  bounce: [
    ...withEach(['bounce', 'bounced', 'hard bounce', 'hard bounced'], when),
    ...withEach(['clean', 'cleaned'], ['at', 'time', 'date']),
    'undeliverable',
    'invalid email address',
  ],
  complaint: withEach(['complained', 'complaint', 'spam complaint', 'marked as spam'], when),
};

const optIns = ['opt in', 'optin', 'opted in', 'optedin'];

/** Names of columns that hold no if no email may go there. */
const positiveNames = [
  'subscribed',
  'subscribed to email',
  'subscribed to emails',
  'consent',
  'email consent',
  'marketing consent',
  'email marketing consent',
  'accepts marketing',
  'accepts email marketing',
  ...optIns,
  ...optIns.map((optIn) => `email ${optIn}`),
  ...optIns.map((optIn) => `double ${optIn}`),
  ...optIns.map((optIn) => `email double ${optIn}`),
  'newsletter',
];

/** Names of columns that hold one word for the state, such as `email status`. */
const statusNames = ['email', 'subscriber', 'subscription', 'contact', 'member', 'marketing'].flatMap(
  (owner) => [`${owner} status`, `${owner} state`],
);
statusNames.push('status', 'state');

const statusWords: Record<ImportedReason | 'fine', string[]> = {
  fine: ['active', 'subscribed', 'confirmed', 'enabled', 'valid', 'ok', 'opted in', 'opt in', 'deliverable'],
  unsubscribed: [
    'unsubscribed',
    'unsub',
    'opted out',
    'opt out',
    'inactive',
    'blacklisted',
    'black listed',
    'suppressed',
    'blocked',
  ],
  bounce: ['cleaned', 'bounce', 'bounced', 'hard bounce', 'hard bounced', 'undeliverable'],
  complaint: ['complained', 'complaint', 'spam', 'marked as spam', 'abuse'],
};

/** The key of the list that holds the text. */
function keyOfListWith<Key extends string>(lists: Record<Key, string[]>, text: string): Key | undefined {
  const keys = Object.keys(lists) as Key[];
  return keys.find((key) => lists[key].includes(text));
}

/** The reason that the name of a column gives, if its cells say that no email may go there. */
function negativeReasonOf(nameWords: string): ImportedReason | undefined {
  // `unsubscribed campaign title` names the email in which somebody unsubscribed.
  if (/^unsub(scribed)? campaign/.test(nameWords)) return 'unsubscribed';
  return keyOfListWith(negativeNames, nameWords);
}

/**
 * What a cell says about a person. A reason: no email may go there. `fine`: it says nothing of the kind. `unknown`: it is not
 * understood.
 */
type CellMeaning = ImportedReason | 'fine' | 'unknown';

/** Decides only what is certain. The founder is asked about everything else. */
function meaningOfCell(name: string, value: string): CellMeaning {
  if (value === '' || nothing.test(value)) return 'fine';
  const nameWords = wordsOf(name);
  const isYes = yes.test(value) || time.test(value);
  const isNo = no.test(value);
  const status = keyOfListWith(statusWords, wordsOf(value));
  if (statusNames.includes(nameWords)) return status ?? 'unknown';
  const negative = negativeReasonOf(nameWords);
  if (negative !== undefined) {
    if (isNo) return 'fine';
    // A column such as `unsub reason` holds words, and any words mean yes.
    const holdsWords = /reason|campaign/.test(nameWords);
    return isYes || holdsWords ? negative : 'unknown';
  }
  if (!positiveNames.includes(nameWords)) return 'unknown';
  if (isNo) return 'unsubscribed';
  return isYes ? 'fine' : (status ?? 'unknown');
}

/** The strongest first: the words of a person outweigh the reply of a mailbox. */
const weights: ImportedReason[] = ['complaint', 'unsubscribed', 'bounce'];

/** Whether the name of a column says that it may hold a person's state. */
export function isStateColumn(name: string): boolean {
  const words = wordsOf(name);
  if (ownNames.includes(name)) return false;
  return hasBeginning(words, stateBeginnings) && !hasBeginning(words, otherChannels);
}

/** Why another mail tool may not write to somebody; undefined if their columns do not say so. */
export function reasonOfRow(row: Record<string, unknown>): ImportedReason | undefined {
  const meanings = Object.keys(row)
    .filter(isStateColumn)
    .map((name) => meaningOfCell(name, textOf(row[name])));
  return weights.find((reason) => meanings.includes(reason));
}

/**
 * Finds the columns that may hold a person's state, by their names, and that hold something that is not understood.
 * @param rows the cells of each person, by the names of their columns
 */
export function findUnknownStates(rows: readonly Record<string, unknown>[]): StateColumn[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names]
    .filter(isStateColumn)
    .map((name) => columnOf(name, rows))
    .filter(({ count }) => count > 0);
}

const textOf = (value: unknown): string => String(value ?? '').trim();

const maxExamples = 4;

function columnOf(name: string, rows: readonly Record<string, unknown>[]): StateColumn {
  const values = rows
    .map((row) => textOf(row[name]))
    .filter((value) => meaningOfCell(name, value) === 'unknown');
  return { name, count: values.length, examples: [...new Set(values)].slice(0, maxExamples) };
}
