import type { Database } from '../../database/database.ts';
import { importPeople, previewImport } from '../../waitlist/import-people.ts';
import type { ReadLine } from './read-people.ts';

export interface Tally {
  read: number;
  /** Those who could join and had no entry before. */
  added: number;
  /** Those who had one, or came earlier in the file, in any spelling. */
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
  const seen = new Set<string>();
  for await (const batch of inBatches(people)) {
    const asked = batch
      .filter((read) => 'email' in read)
      .map((person) => ({ ...person, source: person.source ?? source }));
    const preview = await previewImport(database, asked);
    const errors = isDryRun ? preview.map(({ error }) => error) : await importPeople(database, asked);
    const refused = [
      ...batch.filter((read) => 'fault' in read).map(({ line, fault }) => ({ line, reason: fault })),
      ...asked.flatMap(({ line }, index) => (errors[index] ? [{ line, reason: errors[index] }] : [])),
    ];
    let known = 0;
    for (const { isKnown, canonical } of preview.filter((_, index) => !errors[index])) {
      if (isKnown || seen.has(canonical)) known += 1;
      seen.add(canonical);
    }
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
