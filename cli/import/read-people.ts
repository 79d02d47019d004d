import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type CsvError, type Info, parse } from 'csv-parse';
import { unguarded } from '../export-formats.ts';

/** A person on a line of a file, or why the line is invalid. */
export type ReadLine =
  | { line: number; email: string; source: string | undefined }
  | { line: number; fault: string };

const noEmail = 'There is no email on this line.';

/** The people in a CSV file with a header, line by line. @throws Error when it has no column email */
export async function* readCsv(file: string): AsyncGenerator<ReadLine> {
  const skipped: ReadLine[] = [];
  const parser = createReadStream(file).pipe(
    parse({
      bom: true,
      columns(head: string[]) {
        const names = head.map((name) => name.trim().toLowerCase());
        if (!names.includes('email')) throw new Error(`${file} has no column named email in its first line.`);
        return names;
      },
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        const line = Number(error?.lines);
        // The parser reports every fault of a line, but the line is refused once.
        if (error && skipped.at(-1)?.line !== line) skipped.push({ line, fault: faultOf(error) });
        return undefined;
      },
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{
    record: Record<string, string>;
    info: Info;
  }>) {
    // The parser is some records ahead, and nobody knows how many: a resumed import counts on the order of the file.
    while (skipped[0] && skipped[0].line < info.lines) yield* skipped.splice(0, 1);
    const email = record.email?.trim() ?? '';
    if (email === '') yield { line: info.lines, fault: noEmail };
    else yield { line: info.lines, email: unguarded(email), source: record.source?.trim() || undefined };
  }
  yield* skipped;
}

function faultOf({ code }: CsvError): string {
  return `This line is no CSV (${code.toLowerCase().replaceAll('_', ' ')}).`;
}

/** The people in a file with one JSON object on each line. */
export async function* readNdjson(file: string): AsyncGenerator<ReadLine> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    if (text.trim() !== '') yield readObject(text, line);
  }
}

function readObject(text: string, line: number): ReadLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, fault: 'This line is no JSON.' };
  }
  const { email, source } = (value ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string' || email.trim() === '') return { line, fault: noEmail };
  return { line, email, source: typeof source === 'string' && source !== '' ? source : undefined };
}
