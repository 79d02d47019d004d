import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { isDump, loadDump } from '../../waitlist/dump.ts';
import { importPeople, previewImport } from '../../waitlist/import-people.ts';
import { assertAnswerable, type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { type Answer, type Call, defineCommand } from '../define-command.ts';
import { print, startProgress, UsageError, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';
import { type PeopleFile, type ReadLine, readPeople } from './people-file.ts';

interface ImportOptions extends ConfirmOptions {
  source: string;
  all?: boolean;
  dryRun?: boolean;
}

/** `import`: lets the people of a file join (waitlist.import_batch), or takes in a whole list. */
export const importCommand = defineCommand<ImportOptions>({
  name: 'import <file>',
  summary: 'add people from a CSV or ndjson file, as if each had joined now',
  notes: `Everybody who is new gets an email that asks whether it was them: the command says how many, and asks first.
CSV needs a first line with the column email; a column source is taken too, and no other.
Import only people who agreed to the words beside the form. Who is on the list stays as they are and gets no email; who has left stays away.
Refused lines are named on standard output, and the command then ends with 1; the others are stored. Stopped halfway, the same command goes on with the rest.
--all takes a file of export --all into an empty list, with times, states and evidence as they were, whole or not at all. Sending is paused then.`,
  examples: [
    'import people.csv --dry-run',
    'import people.ndjson --source Masjid --yes',
    'import whole.ndjson --all --yes',
  ],
  fields: ['read', 'added', 'known', 'refused', 'refusedLines'],
  declareOptions(command) {
    command
      .option('--source <source>', 'how people heard of us, where the file does not say', 'Other')
      .option('--all', 'a whole list, from export --all of another database');
    declareDryRun(command);
    declareYes(command);
  },
  run(call) {
    const [file = ''] = call.args;
    if (call.options.all) return importWhole(call, file);
    if (isDump(file)) throw new UsageError(`${file} holds a whole list: import it with --all.`);
    const people = readPeople(file);
    return withDatabase(call.terminal, (database) => join(call, database, people));
  },
});

async function importWhole({ terminal, options }: Call<ImportOptions>, file: string): Promise<Answer> {
  const settings = readDatabaseSettings(terminal.env);
  let agreed = 0;
  const agree = async (rows: number) => {
    agreed = rows;
    if (options.dryRun) return false;
    await confirm(terminal, options, `${rows} rows of ${file} will become this list.`, 'import');
    return true;
  };
  const added = await loadDump(settings, file, agree);
  writeStderr(
    terminal,
    options.dryRun
      ? `${agreed} rows would be imported into an empty list. Nothing was changed.`
      : `${added} rows imported. Sending is paused: see sending --help.`,
  );
  return { data: { read: agreed, added, known: 0, refused: 0, refusedLines: [] }, text: '' };
}

interface Tally {
  read: number;
  /** Those who could join and had no entry before: as many emails go out. */
  added: number;
  /** Those who had one, or came earlier in the file, in any spelling. */
  known: number;
  refused: number;
}

interface Refused {
  line: number;
  reason: string;
}

/** Lets the people join, after a first reading without changes that says how many they are. */
async function join(call: Call<ImportOptions>, database: Database, people: PeopleFile): Promise<Answer> {
  const { terminal, options, args } = call;
  const [file = ''] = args;
  if (people.ignored.length > 0)
    writeStderr(terminal, `Not taken from ${file}: the columns ${people.ignored.join(', ')}.`);
  if (!options.dryRun)
    assertAnswerable(terminal, options, `People of ${file} will join, and get an email each.`);
  let total = 0;
  for (const _ of people.lines()) total += 1;
  const preview = await pass(call, database, people, {
    total,
    isDryRun: true,
    isShown: options.dryRun === true,
  });
  const { added, known, refused } = preview.tally;
  if (options.dryRun) {
    writeStderr(
      terminal,
      `${added} would join and get an email each, ${known} are known, ${refused} would be refused. Nothing was changed.`,
    );
    return {
      data: { ...preview.tally, refusedLines: preview.refusedLines },
      text: '',
      hasFindings: refused > 0,
    };
  }
  if (added > 0)
    await confirm(
      terminal,
      options,
      `${added === 1 ? '1 person' : `${added} people`} of ${file} will join the list, and ${added === 1 ? '1 email' : `${added} emails`} will ask whether it was them. ${known} are known and get none, ${refused} are refused.`,
      String(added),
    );
  const { tally, refusedLines } = await pass(call, database, people, {
    total,
    isDryRun: false,
    isShown: true,
  });
  writeStderr(terminal, `${tally.added} joined, ${tally.known} were known, ${tally.refused} were refused.`);
  return { data: { ...tally, refusedLines }, text: '', hasFindings: tally.refused > 0 };
}

/** Reads all of them once, and stores who is new unless it is a dry run. @throws Error with a sentence after Ctrl+C */
async function pass(
  { terminal, options }: Call<ImportOptions>,
  database: Database,
  people: PeopleFile,
  { total, isDryRun, isShown }: { total: number; isDryRun: boolean; isShown: boolean },
): Promise<{ tally: Tally; refusedLines: Refused[] }> {
  const tally: Tally = { read: 0, added: 0, known: 0, refused: 0 };
  const refusedLines: Refused[] = [];
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop);
  const progress = startProgress(terminal, total, isDryRun ? 'Checking' : 'Importing');
  try {
    for await (const batch of joinAll(database, people.lines(), { source: options.source, isDryRun })) {
      for (const name of ['read', 'added', 'known', 'refused'] as const) tally[name] += batch.tally[name];
      if (isShown && options.json === undefined) {
        await print(terminal, batch.refused.map(({ line, reason }) => `line ${line}: ${reason}\n`).join(''));
      } else refusedLines.push(...batch.refused);
      progress.reach(tally.read, `${tally.read} of ${total}`);
      // An embedded database answers within the same turn: without another one no signal would arrive.
      await nextTurn();
      if (isStopped) break;
    }
  } finally {
    progress.end();
    process.off('SIGINT', stop);
  }
  if (isStopped)
    throw new Error(
      isDryRun
        ? 'Stopped. Nothing was changed.'
        : `Stopped: ${tally.added} of ${total} people have joined. The same command goes on with the rest.`,
    );
  return { tally, refusedLines };
}

/** An embedded database needs about ten milliseconds for this many rows, and answers nothing else meanwhile. */
const batchSize = 500;

/**
 * Lets the people join, batch by batch; a batch is stored durably before it is yielded. With `isDryRun` it only says what would
 * happen. Who is known is left alone: joining once more would ask them once more.
 * @param source for lines without one
 */
async function* joinAll(
  database: Database,
  people: Iterable<ReadLine>,
  { source, isDryRun }: { source: string; isDryRun: boolean },
): AsyncGenerator<{ tally: Tally; refused: Refused[] }> {
  const seen = new Set<string>();
  for (const batch of inBatches(people)) {
    const asked = batch
      .filter((read) => 'email' in read)
      .map((person) => ({ ...person, source: person.source ?? source }));
    const previews = await previewImport(database, asked);
    const refused: Refused[] = batch
      .filter((read) => 'fault' in read)
      .map(({ line, fault }) => ({ line, reason: fault }));
    const fresh: typeof asked = [];
    for (const [index, person] of asked.entries()) {
      const { error = null, isKnown = false, canonical = '' } = previews[index] ?? {};
      if (error !== null) refused.push({ line: person.line, reason: error });
      else if (!isKnown && !seen.has(canonical)) fresh.push(person);
      if (error === null) seen.add(canonical);
    }
    const errors = isDryRun ? [] : await importPeople(database, fresh);
    const late = fresh.flatMap(({ line }, index) => (errors[index] ? [{ line, reason: errors[index] }] : []));
    refused.push(...late);
    const added = fresh.length - late.length;
    yield {
      tally: {
        read: batch.length,
        added,
        known: batch.length - added - refused.length,
        refused: refused.length,
      },
      refused: refused.sort((one, other) => one.line - other.line),
    };
  }
}

function* inBatches(people: Iterable<ReadLine>): Generator<ReadLine[]> {
  let batch: ReadLine[] = [];
  for (const person of people) {
    batch.push(person);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
