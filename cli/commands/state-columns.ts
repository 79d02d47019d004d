import { exportColumns } from '../../waitlist/entries.ts';
import type { ImportedReason } from '../../waitlist/suppressions.ts';

/** A column of a file that may say who does not want our emails, or cannot get them, in words that are not understood. */
export interface StateColumn {
  name: string;
  /** How many people have such words in it. */
  people: number;
  /** A few of its values. */
  examples: string[];
}

/** How the words of such a name begin in the exports of other mail tools. */
const stateWords = [
  'abuse',
  'active',
  'archiv',
  'blacklist',
  'block',
  'bounc',
  'clean',
  'complain',
  'consent',
  'delet',
  'disabl',
  'do not',
  'dnc',
  'inactive',
  'left',
  'opt out',
  'opted out',
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
];
const stateName = new RegExp(`\\b(${stateWords.join('|')})`);

/** `emailDisabled`, `EMAIL_DISABLED` and `Email disabled?` are the same words. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ');

/** The columns of our own export say nothing of the kind. */
const ownNames: readonly string[] = exportColumns;

/** What a cell says about a person: that no email may go there, and why, nothing of the kind, or something that is not known. */
type Verdict = ImportedReason | 'fine' | 'unknown';

/** By what the words begin with; the first that fits counts. */
const reasonWords: [RegExp, ImportedReason][] = [
  [/\b(spam|complain|abuse)/, 'complaint'],
  [/\b(clean|bounc|undeliver|invalid|hard)/, 'bounce'],
  [
    /\b(unsub|opt ?out|opted out|inactive|remov|delet|archiv|blacklist|block|suppress|disabl|do not|dnc|left)/,
    'unsubscribed',
  ],
];
const reasonIn = (words: string): ImportedReason | undefined =>
  reasonWords.find(([pattern]) => pattern.test(words))?.[1];

const fineValue = /^ ?(active|subscribed|confirmed|enabled|valid|ok|opted in|opt in) ?$/;
const yes = /^(yes|true|1|y|on)$/i;
const no = /^(no|false|0|n|off|never|none)$/i;
const time = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

function verdictOf(name: string, value: string): Verdict {
  if (value === '') return 'fine';
  const valueWords = wordsOf(value);
  const said = reasonIn(valueWords);
  if (said !== undefined) return said;
  if (fineValue.test(valueWords)) return 'fine';
  const nameWords = wordsOf(name);
  const named = reasonIn(nameWords);
  if (named !== undefined) return no.test(value) ? 'fine' : named;
  if (!/\b(subscri|active|consent|permission)/.test(nameWords)) return 'unknown';
  if (no.test(value)) return 'unsubscribed';
  return yes.test(value) || time.test(value) ? 'fine' : 'unknown';
}

/** The weightiest first: what a person said outweighs what a mailbox did. */
const weights: ImportedReason[] = ['complaint', 'unsubscribed', 'bounce'];

const stateNamesOf = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !ownNames.includes(name) && stateName.test(wordsOf(name)));

/** Why another mail tool may not write to somebody; undefined if their columns do not say so. */
export function reasonOfRow(row: Record<string, unknown>): ImportedReason | undefined {
  const verdicts = stateNamesOf(Object.keys(row)).map((name) => verdictOf(name, textOf(row[name])));
  return weights.find((reason) => verdicts.includes(reason));
}

/**
 * Finds the columns whose name says that they hold a person's state, and in which something stands that is not understood.
 * @param rows what stands in the columns of each person, by their names
 */
export function findUnknownStates(rows: readonly Record<string, unknown>[]): StateColumn[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return stateNamesOf(names)
    .map((name) => columnOf(name, rows))
    .filter(({ people }) => people > 0);
}

const textOf = (value: unknown): string => String(value ?? '').trim();

const mostExamples = 4;

function columnOf(name: string, rows: readonly Record<string, unknown>[]): StateColumn {
  const values = rows.map((row) => textOf(row[name])).filter((value) => verdictOf(name, value) === 'unknown');
  return { name, people: values.length, examples: [...new Set(values)].slice(0, mostExamples) };
}
