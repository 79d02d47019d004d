import { setImmediate as yieldToEvents } from 'node:timers/promises';
import { Option } from 'commander';
import { refusals } from '../../content/messages.ts';
import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { importPeople } from '../../waitlist/people.ts';
import { suppressAddresses, whichAreAddresses } from '../../waitlist/suppressions.ts';
import {
  type Answer,
  defineCommand,
  dryRunOption,
  type ListCall,
  withDatabase,
  yesOption,
} from '../command.ts';
import {
  assertAnswerable,
  confirmUnlessDryRun,
  type DryRunOption,
  InputNeeded,
  printIfRead,
  startProgress,
  writeStderr,
} from '../terminal.ts';
import { type PeopleFile, type ReadLine, readPeople } from './people-file.ts';

interface ImportOptions extends DryRunOption {
  source: string;
}

export const importCommand = defineCommand<ImportOptions>({
  name: 'import <file>',
  summary: 'add people from a CSV or ndjson file, as if each had joined now',
  notes: `Each new person gets an email that asks whether it was them. The command says how many, and asks first.
Only so many of these emails go out in an hour: limits asking-emails-an-hour shows how many. For a large file raise that limit first.
A CSV has commas, semicolons or tabs, and a first line with the column email. A column source is taken too, and no other.
Another mail tool may have a column that says who has unsubscribed, bounced or complained. These people do not join: no email goes to them any more (suppressions). Words in such a column that are not understood stop the import with a question, which --yes does not answer.
Import only people who agreed to the words beside the form. People who are on the list stay as they are and get no email. People who have left stay away.
Standard output names each refused line, and the command then ends with 1; the other lines are stored. If it was stopped halfway, the same command goes on with the rest.`,
  examples: ['import people.csv --dry-run', 'import people.ndjson --source Masjid --yes'],
  fields: 'read, added, known, suppressed, refused, refusedLines',
  options: [
    new Option('--source <source>', 'how people heard of us, where the file does not say').default('Other'),
    dryRunOption,
    yesOption,
  ],
  async run(call) {
    const [file = ''] = call.args;
    const people = readPeople(file);
    return withDatabase(call.terminal, (database) => importFile({ ...call, database }, file, people));
  },
});

/**
 * Asks about columns that may say who does not want our emails, or cannot get them. --yes does not answer.
 * @throws InputNeeded if nobody can answer; Error if the answer is not the word
 */
async function askAboutStates(
  { terminal, options }: ListCall<ImportOptions>,
  file: string,
  people: PeopleFile,
): Promise<void> {
  const columns = people.states.map(
    ({ name, count, examples }) => `“${name}” (${count} times, such as ${examples.join(', ')})`,
  );
  const question = `${file} may say who has unsubscribed, or cannot be reached, in words that are not understood: ${columns.join('; ')}. These people would get an email. Take the people out of the file who must get none, and then these words.`;
  const { dryRun, input } = options;
  if (!dryRun && !(input && terminal.stdin.isTTY))
    throw new InputNeeded(`${question} --yes does not answer this.`);
  await confirmUnlessDryRun(terminal, { dryRun: dryRun ?? false, input }, question, 'everybody');
}

/** Lets the people join. A first reading changes nothing and says how many they are. */
async function importFile(call: ListCall<ImportOptions>, file: string, people: PeopleFile): Promise<Answer> {
  const { terminal, options } = call;
  if (people.states.length > 0) await askAboutStates(call, file, people);
  if (people.ignored.length > 0)
    writeStderr(terminal, `Not taken from ${file}: the columns ${people.ignored.join(', ')}.`);
  if (!options.dryRun)
    assertAnswerable(terminal, options, `People of ${file} will join, and get an email each.`);
  const preview = await readThrough(call, people, true);
  const { added, known, suppressed, refused } = preview;
  const toSuppressInWords =
    suppressed > 0
      ? `, ${suppressed} have unsubscribed, bounced or complained and will get no email from us at all`
      : '';
  const question = `${file}: ${added} will join the list, as people who agree today to the words beside the form, and be asked by email whether it was them. ${known} are known and get no email${toSuppressInWords}, ${refused} are refused.`;
  const changesSomething = added + suppressed > 0;
  if (options.dryRun || changesSomething) {
    const decision = await confirmUnlessDryRun(terminal, options, question, String(added));
    if (decision === 'dry run')
      return { data: preview, hasFindings: refused > 0 || people.states.length > 0 };
  }
  const tally = await readThrough(call, people, false);
  writeStderr(terminal, summaryOf(tally));
  return { data: tally, hasFindings: tally.refused > 0 };
}

function summaryOf({ added, known, suppressed, refused }: Tally): string {
  const parts = [`${added} joined`, `${known} were known`];
  if (suppressed > 0) parts.push(`${suppressed} get no email any more`);
  parts.push(`${refused} were refused`);
  return `${parts.join(', ')}.`;
}

/** What happened to the people of a file. */
interface Tally {
  read: number;
  added: number;
  known: number;
  suppressed: number;
  refused: number;
  /** For --json; otherwise each is printed when it is found. */
  refusedLines: { line: number; reason: string }[];
}

/** An embedded database needs about ten milliseconds for this many rows, and answers nothing else meanwhile. */
const batchSize = 500;

/**
 * Reads all of them once, and stores the new ones unless it is a rehearsal. A batch is stored durably before the next is read. A
 * known person is left alone: joining once more would send them another email.
 * @throws Error with a sentence after Ctrl+C
 */
async function readThrough(
  call: ListCall<ImportOptions>,
  people: PeopleFile,
  isRehearsal: boolean,
): Promise<Tally> {
  const { terminal, options, database } = call;
  const tally: Tally = { read: 0, added: 0, known: 0, suppressed: 0, refused: 0, refusedLines: [] };
  const newcomers = new Set<string>();
  const total = people.lines.length;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const progress = startProgress(terminal, isRehearsal ? 'Checking' : 'Importing');
  try {
    while (tally.read < total && !stopping.signal.aborted) {
      const batch = people.lines.slice(tally.read, tally.read + batchSize);
      const { refused, suppressed } = await importBatch(
        database,
        batch,
        options.source,
        newcomers,
        isRehearsal,
      );
      tally.suppressed += suppressed;
      tally.read += batch.length;
      tally.added = newcomers.size;
      tally.refused += refused.length;
      // Those who had an entry, or came earlier in the file, in any spelling.
      tally.known = tally.read - tally.added - tally.suppressed - tally.refused;
      if (options.json !== undefined)
        tally.refusedLines.push(...refused.map(({ line, fault }) => ({ line, reason: fault })));
      else if (options.dryRun || !isRehearsal)
        await printIfRead(terminal, refused.map(({ line, fault }) => `line ${line}: ${fault}\n`).join(''));
      progress.show(tally.read, total);
      // An embedded database answers within the same round of the event loop: without another one no signal would arrive.
      await yieldToEvents();
    }
  } finally {
    progress.end();
    process.off('SIGINT', stop);
  }
  if (!isRehearsal) await recordAction(database, 'import', tally.added);
  if (stopping.signal.aborted)
    throw new Error(
      isRehearsal
        ? 'Stopped. Nothing was changed.'
        : `Stopped: ${tally.added} of ${total} people have joined. The same command goes on with the rest.`,
    );
  return tally;
}

/**
 * Returns the refused lines, and how many addresses get no email any more.
 * @param newcomers gets the canonical addresses of the people who are new
 */
async function importBatch(
  database: Database,
  batch: ReadLine[],
  source: string,
  newcomers: Set<string>,
  isRehearsal: boolean,
) {
  const people = batch.filter((read) => 'email' in read);
  const toSuppress = people.flatMap(({ line, email, reason }) =>
    reason === undefined ? [] : [{ line, email, reason }],
  );
  const areAddresses = isRehearsal
    ? await whichAreAddresses(
        database,
        toSuppress.map(({ email }) => email),
      )
    : await suppressAddresses(database, toSuppress);
  const joining = people
    .filter(({ reason }) => reason === undefined)
    .map((person) => ({ ...person, source: person.source ?? source }));
  const refused = batch.filter((read) => 'fault' in read);
  for (const [index, { line }] of toSuppress.entries())
    if (!areAddresses[index]) refused.push({ line, fault: refusals.address });
  const decided = await importPeople(database, joining, isRehearsal);
  for (const [index, { error, isKnown, canonical }] of decided.entries()) {
    if (error !== null) refused.push({ line: joining[index]?.line ?? 0, fault: error });
    else if (!isKnown) newcomers.add(canonical);
  }
  return {
    refused: refused.sort((one, other) => one.line - other.line),
    suppressed: areAddresses.filter(Boolean).length,
  };
}
