import type { Database } from '../../database/open-database.ts';
import { importPeople, judgePeople } from '../../waitlist/import-people.ts';
import type { ReadLine } from './read-people.ts';

export interface Tally {
  read: number;
  /** Those who could join and had no entry before. */
  added: number;
  known: number;
  refused: number;
}

export interface Refused {
  line: number;
  reason: string;
}

export interface Batch {
  tally: Tally;
  refused: Refused[];
}

/** An embedded database needs about ten milliseconds for this many rows, and answers nothing else meanwhile. */
const batchSize = 500;

/**
 * Lets the people in a file join, batch by batch; a batch is stored durably before it is yielded. With `isDryRun` it only
 * says what would happen.
 * @param source for lines without one
 */
export async function* joinAll(
  database: Database,
  people: AsyncIterable<ReadLine>,
  { source, isDryRun }: { source: string; isDryRun: boolean },
): AsyncGenerator<Batch> {
  for await (const batch of inBatches(people)) {
    const asked = batch
      .filter((read) => 'email' in read)
      .map((person) => ({ ...person, source: person.source ?? source }));
    const judged = await judgePeople(database, asked);
    const errors = isDryRun ? judged.map(({ error }) => error) : await importPeople(database, asked);
    const refused = [
      ...batch.filter((read) => 'fault' in read).map(({ line, fault }) => ({ line, reason: fault })),
      ...asked.flatMap(({ line }, index) => (errors[index] ? [{ line, reason: errors[index] }] : [])),
    ];
    const known = judged.filter(({ isKnown }, index) => isKnown && !errors[index]).length;
    yield {
      tally: {
        read: batch.length,
        added: batch.length - refused.length - known,
        known,
        refused: refused.length,
      },
      refused: refused.sort((one, other) => one.line - other.line),
    };
  }
}

async function* inBatches(people: AsyncIterable<ReadLine>): AsyncGenerator<ReadLine[]> {
  let batch: ReadLine[] = [];
  for await (const person of people) {
    batch.push(person);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
