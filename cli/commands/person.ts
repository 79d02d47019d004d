import { Option } from 'commander';
import { site } from '../../content/site.ts';
import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { tablesOfAPerson } from '../../waitlist/backup/tables.ts';
import { erasePerson } from '../../waitlist/erasing.ts';
import {
  allowEmails,
  leaveList,
  type PersonData,
  personFile,
  readPersonData,
} from '../../waitlist/people.ts';
import { defineGroup, defineListCommand, dryRunOption, yesOption } from '../command.ts';
import {
  confirmUnlessDryRun,
  type DryRunOption,
  drawTable,
  UsageError,
  withOutput,
  writeStderr,
} from '../terminal.ts';
import { type EraseManyOptions, eraseManyOptions, eraseSeveral, namesMany } from './erase-many.ts';
import { whereItRemains } from './where-it-remains.ts';

const everySpelling = 'Any spelling of the address finds its one entry.';
const nobody = 'Nobody with that address is known here.';

/** What is still stored about an address that is not on the list, in sentences. */
function remainsOf(data: PersonData): string {
  const has = (table: string) => (data[table]?.length ?? 0) > 0;
  const sentences = ['There is no entry.'];
  if (has('suppressions'))
    sentences.push(
      'A hash of the address remains, so that we do not write to it. It names nobody, and is kept for as long as we send emails. To write to it again: person allow.',
    );
  if (has('erasures'))
    sentences.push(
      `A code of its erasure remains, for as long as backups are kept (${site.retention.backupDays} days), so that a restore erases it again.`,
    );
  if (has('outbox'))
    sentences.push(
      'Emails about an entry of the list went to the address: somebody named it as their new one, or had it before. person erase takes it away.',
    );
  return sentences.join(' ');
}

/** @throws Error with a sentence when there is no entry */
async function existingPerson(database: Database, address: string): Promise<PersonData> {
  const data = await readPersonData(database, address);
  if (data?.entries?.length) return data;
  throw new Error(data ? remainsOf(data) : nobody);
}

const heldTables = ['entries', ...tablesOfAPerson, 'wordings', 'suppressions', 'erasures'];

const nothingHeld = Object.fromEntries(heldTables.map((table) => [table, []]));

const show = defineListCommand({
  name: 'show <address>',
  summary: 'show all that is held about one person',
  notes: `${everySpelling} After an erasure a hash may remain, so that we do not write to the address.`,
  examples: ['person show someone@example.org', 'person show someone@example.org --json'],
  fields: heldTables.join(', '),
  async run({ database, args: [address = ''] }) {
    const data = await readPersonData(database, address);
    if (data === undefined) return { data: nothingHeld, message: nobody, hasFindings: true };
    await recordAction(database, 'person show', 1);
    const draw = (row: object) =>
      drawTable(Object.entries(row).map(([field, value]) => ({ field, value: value ?? '–' })));
    const tables = Object.entries(data).filter(([, rows]) => rows.length > 0);
    const drawn = tables.map(([table, rows]) => `${table}\n${rows.map(draw).join('')}`);
    return {
      data,
      text: drawn.join('\n'),
      message: data.entries?.length ? undefined : remainsOf(data),
    };
  },
});

const exportPerson = defineListCommand<{ out?: string }>({
  name: 'export <address>',
  summary: 'write the same into a file for that person, with the meaning of each field and the consent text',
  notes: everySpelling,
  examples: ['person export someone@example.org --out your-data.json'],
  fields: 'held, consent, confirmation, meaning',
  options: [
    new Option('--out <file>', 'write to a file that only you may read, instead of to standard output'),
  ],
  async run({ terminal, database, args: [address = ''], options }) {
    const data = await readPersonData(database, address);
    if (data === undefined) throw new Error(nobody);
    if (!data.entries?.length) writeStderr(terminal, remainsOf(data));
    await recordAction(database, 'person export', 1);
    const text = personFile(data);
    if (options.out === undefined) return { data: JSON.parse(text), text };
    await withOutput(terminal, options.out, (write) => write(text));
    return { message: `Written to ${options.out}.` };
  },
});

/** The tables about a person, in words. */
const namesOfTables: Record<string, string> = {
  entries: 'their entry',
  evidence: 'what they agreed to and when',
  outbox: 'emails',
  email_links: 'links in emails',
};

const erase = defineListCommand<EraseManyOptions>({
  name: 'erase [address]',
  summary: 'erase all that is held about one person, or about many after a flood',
  notes: `${everySpelling} If somebody else's entry mentions this address, it is erased there too. Backups keep it until they are deleted in their turn; a restore erases it again.
After a flood: give the time in which the people joined, and look at the sample of --dry-run. People who have confirmed are not erased this way.`,
  examples: [
    'person erase someone@example.org --dry-run',
    'person erase someone@example.org',
    'person erase --from forged.txt --dry-run',
    'person erase --since 2026-12-01T09:00Z --until 2026-12-01T10:00Z --crowded 10 --dry-run',
  ],
  fields: 'erased',
  options: [...eraseManyOptions, dryRunOption, yesOption],
  async run({ terminal, database, args: [address], options }) {
    if (address === undefined) return eraseSeveral(terminal, database, options);
    if (namesMany(options)) throw new UsageError('Name one address, or many by options; not both.');
    const found = await readPersonData(database, address);
    if (found === undefined) throw new Error(nobody);
    // A suppression stays, as a hash, so that the address gets no more email.
    const staying = ['suppressions', 'erasures', 'wordings'];
    const erased = Object.entries(found).filter(
      ([table, rows]) => !staying.includes(table) && rows.length > 0,
    );
    if (erased.length === 0) throw new Error(remainsOf(found));
    const what = erased
      .map(([table, { length }]) => `${namesOfTables[table] ?? table} (${length})`)
      .join(', ');
    const question = `All about ${address} will be erased: ${what}.`;
    const decision = await confirmUnlessDryRun(terminal, options, question, address);
    if (decision === 'dry run') return { data: { erased: false } };
    await erasePerson(database, address);
    return { data: { erased: true }, message: `Erased. ${await whereItRemains(database)}` };
  },
});

const leave = defineListCommand<DryRunOption>({
  name: 'leave <address>',
  summary: 'take one person off the list who asks for it in another way than by a link',
  notes: `${everySpelling} The entry stays, so that nobody mails it again; erase takes it away.`,
  examples: ['person leave someone@example.org'],
  fields: 'left',
  options: [dryRunOption],
  async run({ database, args: [address = ''], options }) {
    const { entries } = await existingPerson(database, address);
    if (entries?.[0]?.state === 'left')
      return { data: { left: false }, message: 'This address has left before.' };
    if (options.dryRun)
      return { data: { left: false }, message: 'The address would leave the list. Nothing was changed.' };
    const left = await leaveList(database, address);
    return { data: { left }, message: 'The address has left the list.' };
  },
});

const allow = defineListCommand({
  name: 'allow <address>',
  summary: 'let emails go to an address again that said “not me”, complained or bounced',
  notes: 'Only for a person who asks for it from that address. They have to join again, and to confirm.',
  examples: ['person allow someone@example.org'],
  fields: 'allowed',
  async run({ database, args: [address = ''] }) {
    const allowed = await allowEmails(database, address);
    const done = allowed ? 'Emails may go to this address again.' : 'Nothing keeps emails from this address.';
    return { data: { allowed }, message: done };
  },
});

export const personCommand = defineGroup({
  name: 'person',
  summary: 'do what one person asks: show, export or erase what is held, leave, or allow emails again',
  examples: ['person show someone@example.org', 'person erase someone@example.org'],
  commands: [show, exportPerson, erase, leave, allow],
});
