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

/** `emailDisabled`, `EMAIL_DISABLED` and `Email disabled?` are the same words. */
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

/** Words in the name of a column that may hold a person's state. */
const stateName =
  /\b(abuse|accept|active|archiv|black ?list|block|bounc|cancel|clean|complain|consent|delet|deliverab|disabl|do not|dnc|inactive|invalid|left|marketing|newsletter|opt (in|out)|opted|opt(in|out)|permission|remov|spam|state|status|subscri|suppress|undeliver|unsub|valid)/;

/** About other ways to reach somebody than email. */
const otherChannel = /\b(sms|phone|mobile|whatsapp|push|call)/;

/** The columns of our own export, and the time of an opt-in, say nothing of the kind. */
const ownNames: readonly string[] = [...exportColumns, 'OPTIN_TIME'];

/** What databases and tables write where there is nothing. */
const nothing = /^(null|nil|none|nan|n\/?a|-+|0000-00-00.*)$/i;
const yes = /^(yes|true|1|y|on)$/i;
const no = /^(no|false|0|0\.0|n|off|never)$/i;
const time = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/;

/** Columns whose name says it, where they hold yes or no, or when. */
const negativeNames: [RegExp, ImportedReason][] = [
  [
    /^(unsub(scribed)?( (at|on|time|date|reason|campaign.*))?|unsubscribed from all email|opt(ed)? ?out( (at|on|time|date))?|(email )?black ?listed|do not (contact|email)|suppressed|email disabled)$/,
    'unsubscribed',
  ],
  [
    /^((hard )?bounced?( (at|on|time|date))?|clean(ed)?( (at|time|date))?|undeliverable|invalid email address)$/,
    'bounce',
  ],
  [/^(complained|complaint|spam complaint|marked as spam)( (at|on|time|date))?$/, 'complaint'],
];
const positiveNames =
  /^(subscribed( to emails?)?|(email )?(marketing )?consent|accepts (email )?marketing|(email )?(double )?opt(ed)? ?in|newsletter)$/;

/** Columns that hold one word for it, such as status. */
const statusNames = /^((email|subscriber|subscription|contact|member|marketing) )?(status|state)$/;
const statusWords: [RegExp, Verdict][] = [
  [/^(active|subscribed|confirmed|enabled|valid|ok|opted in|opt in|deliverable)$/, 'fine'],
  [/^(unsubscribed|unsub|opted out|opt out|inactive|black ?listed|suppressed|blocked)$/, 'unsubscribed'],
  [/^(cleaned|(hard )?bounced?|undeliverable)$/, 'bounce'],
  [/^(complained|complaint|spam|marked as spam|abuse)$/, 'complaint'],
];

/** What a cell says about a person: that no email may go there, and why, nothing of the kind, or something that is not known. */
type Verdict = ImportedReason | 'fine' | 'unknown';

/** Only what is certain is decided; all else is asked about. */
function verdictOf(name: string, value: string): Verdict {
  if (value === '' || nothing.test(value)) return 'fine';
  const nameWords = wordsOf(name);
  const isYes = yes.test(value) || time.test(value);
  const status = statusWords.find(([pattern]) => pattern.test(wordsOf(value)))?.[1];
  if (statusNames.test(nameWords)) return status ?? 'unknown';
  const negative = negativeNames.find(([pattern]) => pattern.test(nameWords))?.[1];
  if (negative !== undefined) {
    if (no.test(value)) return 'fine';
    return isYes || /reason|campaign/.test(nameWords) ? negative : 'unknown';
  }
  if (!positiveNames.test(nameWords)) return 'unknown';
  if (no.test(value)) return 'unsubscribed';
  return isYes ? 'fine' : (status ?? 'unknown');
}

/** The weightiest first: what a person said outweighs what a mailbox did. */
const weights: ImportedReason[] = ['complaint', 'unsubscribed', 'bounce'];

const stateNamesOf = (names: Iterable<string>): string[] =>
  [...names].filter((name) => {
    const words = wordsOf(name);
    return !ownNames.includes(name) && stateName.test(words) && !otherChannel.test(words);
  });

/** Why another mail tool may not write to somebody; undefined if their columns do not say so. */
export function reasonOfRow(row: Record<string, unknown>): ImportedReason | undefined {
  const verdicts = stateNamesOf(Object.keys(row)).map((name) => verdictOf(name, textOf(row[name])));
  return weights.find((reason) => verdicts.includes(reason));
}

/**
 * Finds the columns whose name says that they may hold a person's state, and in which something stands that is not understood.
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
