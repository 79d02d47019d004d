import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const headSchema = z.object({ migrations: z.array(z.string()) });
const lineSchema = z.tuple([z.string().regex(/^\w+$/), z.looseObject({})]);

/** Rows of one table, as the text of a JSON array. */
export interface MovedRows {
  table: string;
  rows: string;
  /** How many rows of the file have been read so far, including these. */
  reached: number;
}

const batchSize = 1000;

/** The schema versions in the first line of a file of `export --move`. @throws Error when it is not such a file */
export async function readVersions(file: string): Promise<string[]> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { success, data } = headSchema.safeParse(parsed(line));
    if (success) return data.migrations;
    break;
  }
  throw new Error(`${file} was not written by export --move. For a list of people leave --move out.`);
}

/** The rows of such a file, in batches of one table each. @throws Error that names a damaged line */
export async function* readMove(file: string): AsyncGenerator<MovedRows> {
  let line = 0;
  let batch = { table: '', rows: [] as string[] };
  const finishedBatch = (): MovedRows => ({
    table: batch.table,
    rows: `[${batch.rows.join(',')}]`,
    reached: line - 1,
  });
  for await (const text of createInterface({ input: createReadStream(file) })) {
    if (line > 0) {
      const { success, data } = lineSchema.safeParse(parsed(text));
      if (!success) throw new Error(`Line ${line + 1} of ${file} is damaged. Export it again.`);
      const [table] = data;
      // As it was written: a number above 2^53 does not survive being parsed.
      const row = text.slice(text.indexOf(',') + 1, text.lastIndexOf(']'));
      if (batch.rows.length > 0 && (table !== batch.table || batch.rows.length === batchSize)) {
        yield finishedBatch();
        batch = { table, rows: [] };
      }
      batch.table = table;
      batch.rows.push(row);
    }
    line += 1;
  }
  if (batch.rows.length > 0) yield finishedBatch();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
