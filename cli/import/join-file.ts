import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { type ConfirmOptions, confirm } from '../confirm.ts';
import type { Answer, Call } from '../define-command.ts';
import { print, startProgress, writeStderr } from '../terminal.ts';
import { joinAll, type Refused, type Tally } from './people.ts';
import { type ReadLine, readCsv, readNdjson } from './read-people.ts';
import { resumeOf } from './resume.ts';

export interface ImportOptions extends ConfirmOptions {
  source: string;
  move?: boolean;
  dryRun?: boolean;
}

/** Lets the people in a file join. Throws like joinAll and readCsv. */
export async function joinFile(call: Call<ImportOptions>, database: Database): Promise<Answer> {
  const { terminal, options, args } = call;
  const [file = ''] = args;
  const read = () => (beginsWith(file, '{') ? readNdjson(file) : readCsv(file));
  const total = await countOf(read());
  const isDryRun = options.dryRun === true;
  if (!isDryRun) {
    await confirm(terminal, options, `${total} people of ${file} will join the list.`, String(total));
  }
  const resume = isDryRun ? { done: 0, note() {}, finish() {} } : resumeOf(call, `join as ${options.source}`);
  const progress = startProgress(terminal, total, isDryRun ? 'Checking' : 'Importing');
  const sum: Tally = { read: resume.done, added: 0, known: 0, refused: 0 };
  const refusedLines: Refused[] = [];
  const batches = joinAll(database, after(read(), resume.done), { source: options.source, isDryRun });
  try {
    for await (const { tally, refused } of batches) {
      for (const name of ['read', 'added', 'known', 'refused'] as const) sum[name] += tally[name];
      resume.note(sum.read);
      if (options.json === undefined) {
        await print(terminal, refused.map(({ line, reason }) => `line ${line}: ${reason}\n`).join(''));
      } else refusedLines.push(...refused);
      progress.reach(sum.read, `${sum.read} of ${total}`);
    }
  } finally {
    progress.end();
  }
  resume.finish();
  const { added, known, refused } = sum;
  writeStderr(
    terminal,
    isDryRun
      ? `${added} would join, ${known} are known, ${refused} would be refused. Nothing was changed.`
      : `${added} joined, ${known} were known, ${refused} were refused.`,
  );
  return { data: { ...sum, refusedLines }, text: '', hasFindings: refused > 0 };
}

async function countOf(people: AsyncIterable<ReadLine>): Promise<number> {
  let count = 0;
  for await (const _ of people) count += 1;
  return count;
}

async function* after(people: AsyncIterable<ReadLine>, done: number): AsyncGenerator<ReadLine> {
  let index = 0;
  for await (const person of people) {
    index += 1;
    if (index > done) yield person;
  }
}

/** @throws Error when the file cannot be read */
function beginsWith(file: string, sign: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(256);
    return start.toString('utf8', 0, readSync(descriptor, start)).trimStart().startsWith(sign);
  } finally {
    closeSync(descriptor);
  }
}
