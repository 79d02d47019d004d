import { exportColumns } from '../../waitlist/entries.ts';

/** A column of a file that may say who does not want our emails, or cannot get them. */
export interface StateColumn {
  name: string;
  /** How many people have something in it. */
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

/**
 * Finds the columns whose name says that they hold a person's state, and in which something stands.
 * @param rows what stands in the columns of each person, by their names
 */
export function findStateColumns(rows: readonly Record<string, unknown>[]): StateColumn[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  const stateNames = [...names].filter((name) => !ownNames.includes(name) && stateName.test(wordsOf(name)));
  return stateNames.map((name) => columnOf(name, rows)).filter(({ people }) => people > 0);
}

const mostExamples = 4;

function columnOf(name: string, rows: readonly Record<string, unknown>[]): StateColumn {
  const values = rows.map((row) => String(row[name] ?? '').trim()).filter((value) => value !== '');
  return { name, people: values.length, examples: [...new Set(values)].slice(0, mostExamples) };
}
