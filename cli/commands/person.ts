import { recordAction } from '../../waitlist/audit.ts';
import { describeColumns, erasePerson, findPerson, type Held, leaveList } from '../../waitlist/person.ts';
import { type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { assertNew, withOutput } from '../output.ts';
import { drawTable, writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

const everySpelling = 'Any spelling of the address finds its one entry.';

function assertFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('Nobody with that address is known here.');
  return found;
}

const show = defineCommand({
  name: 'show <address>',
  summary: 'show all that is held about one person',
  notes: everySpelling,
  examples: ['person show someone@example.org', 'person show someone@example.org --json'],
  fields: ['entries'],
  run: ({ terminal, args: [address = ''] }) =>
    withDatabase(terminal, async (database) => {
      const held = assertFound(await findPerson(database, address));
      await recordAction(database, 'person show', 1);
      return { data: held, text: describeHeld(held) };
    }),
});

const exportPerson = defineCommand<{ out?: string }>({
  name: 'export <address>',
  summary: 'write the same into a file for that person, with what each field of the entry is for',
  notes: everySpelling,
  examples: ['person export someone@example.org --out your-data.json'],
  fields: ['held', 'meaning'],
  declareOptions: (command) =>
    void command.option(
      '--out <file>',
      'write to a file that only you may read, instead of to standard output',
    ),
  run: ({ terminal, args: [address = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const held = assertFound(await findPerson(database, address));
      const data = { held, meaning: await describeColumns(database) };
      await recordAction(database, 'person export', 1);
      const text = `${JSON.stringify(data, undefined, 2)}\n`;
      if (options.out === undefined) return { data, text };
      assertNew(options.out);
      await withOutput(terminal, options.out, (write) => write(text));
      writeStderr(terminal, `Written to ${options.out}.`);
      return undefined;
    }),
});

const erase = defineCommand<ConfirmOptions & { dryRun?: boolean }>({
  name: 'erase <address>',
  summary: 'erase all that is held about one person',
  notes: `${everySpelling} Backups keep it until they are deleted in their turn.`,
  examples: ['person erase someone@example.org --dry-run', 'person erase someone@example.org'],
  fields: ['erased'],
  declareOptions(command) {
    declareDryRun(command);
    declareYes(command);
  },
  run: ({ terminal, args: [address = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const held = assertFound(await findPerson(database, address));
      const what = describeErasure(held);
      if (options.dryRun) {
        writeStderr(terminal, `Would be erased: ${what}. Nothing was changed.`);
        return { data: { erased: false }, text: '' };
      }
      await confirm(terminal, options, `All about ${address} will be erased: ${what}.`, address);
      const erased = await erasePerson(database, address);
      writeStderr(terminal, 'Erased.');
      return { data: { erased }, text: '' };
    }),
});

const leave = defineCommand<{ dryRun?: boolean }>({
  name: 'leave <address>',
  summary: 'take one person off the list, for whoever asks by another way',
  notes: `${everySpelling} The entry stays, so that nobody mails it again; erase takes it away.`,
  examples: ['person leave someone@example.org'],
  fields: ['left'],
  declareOptions: declareDryRun,
  run: ({ terminal, args: [address = ''], options }) =>
    withDatabase(terminal, async (database) => {
      const held = assertFound(await findPerson(database, address));
      const hasLeft = held.entries?.[0]?.state === 'left';
      if (hasLeft) writeStderr(terminal, 'This address has left before.');
      else if (options.dryRun)
        writeStderr(terminal, 'The address would leave the list. Nothing was changed.');
      const left = !options.dryRun && !hasLeft && (await leaveList(database, address));
      if (left) writeStderr(terminal, 'The address has left the list.');
      return { data: { left }, text: '' };
    }),
});

/** `person`: what one person has a legal right to. */
export const personCommand = defineGroup({
  name: 'person',
  summary: 'do what one person asks: show, export or erase what is held, or leave',
  examples: [
    'person show someone@example.org',
    'person export someone@example.org --out their-data.json',
    'person leave someone@example.org',
    'person erase someone@example.org',
  ],
  commands: [show, exportPerson, erase, leave],
});

/** How many rows an erasure deletes. A suppression stays, as a hash, so that the address gets no more email. */
function describeErasure(held: Held): string {
  return Object.entries(held)
    .filter(([table, rows]) => table !== 'suppressions' && rows.length > 0)
    .map(([table, rows]) => `${rows.length} of ${table}`)
    .join(', ');
}

function describeHeld(held: Held): string {
  return Object.entries(held)
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows]) => `${table}\n${rows.map((row) => drawTable(fieldsOf(row))).join('')}`)
    .join('\n');
}

const fieldsOf = (row: Record<string, unknown>) =>
  Object.entries(row).map(([field, value]) => ({ field, value: value ?? '–' }));
