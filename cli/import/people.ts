import type { Database } from '../../database/open-database.ts';
import { importPeople, judgePeople } from '../../waitlist/import-people.ts';
import type { Read } from './read-people.ts';

export interface Tally {
  read: number;
  /** Of those that could join, the ones without an entry until now. */
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

/** Rows: some ten milliseconds in which an embedded database answers nobody else. */
const batchSize = 500;

/**
 * Lets the people of a file join, batch by batch; or, with `isRehearsal`, only says what would come of it. A batch that is
 * given out is durable.
 * @param source for lines that name none
 */
export async function* joinAll(
  database: Database,
  people: AsyncIterable<Read>,
  { source, isRehearsal }: { source: string; isRehearsal: boolean },
): AsyncGenerator<Batch> {
  for await (const batch of inBatches(people)) {
    const asked = batch
      .filter((read) => 'email' in read)
      .map((person) => ({ ...person, source: person.source ?? source }));
    const judged = await judgePeople(database, asked);
    const errors = isRehearsal ? judged.map(({ error }) => error) : await importPeople(database, asked);
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

async function* inBatches(people: AsyncIterable<Read>): AsyncGenerator<Read[]> {
  let batch: Read[] = [];
  for await (const person of people) {
    batch.push(person);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
