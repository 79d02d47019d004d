import { Option } from 'commander';
import type { Database, DatabaseOptions } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { type Comparison, compareWithBackup, findingNames } from '../../waitlist/backup/compare.ts';
import { type ReadBackup, readForRestore } from '../../waitlist/backup/read-for-restore.ts';
import { restoreBackup } from '../../waitlist/backup/restore.ts';
import { refuseMoved } from '../../waitlist/list/moved.ts';
import { hasList, openAlone, withEmptyList, withSnapshot } from '../../waitlist/list/open-list.ts';
import { refuseServers } from '../../waitlist/presence.ts';
import { type Call, defineCommand, dryRunOption, yesOption } from '../command.ts';
import { datedFile } from '../dated-file.ts';
import {
  confirm,
  type DryRunOption,
  startProgress,
  type Terminal,
  withCommas,
  writeStderr,
} from '../terminal.ts';

interface RestoreOptions extends DryRunOption {
  keepJoined?: boolean;
}

export const restoreCommand = defineCommand<RestoreOptions>({
  name: 'restore <file>',
  summary: 'bring a backup back, all or nothing; stop the server first',
  notes: `If there is a list already, people who are on it and in the backup stay as they are now: what they have decided since the backup stays decided. People who are only in the backup come back, unless they were erased. People who joined since the backup are left out, unless --keep-joined.
First it writes a backup of the list as it was, beside the file, and says where.
To have the list exactly as the backup has it, restore into an empty place: another DATA_DIR, or an empty database.
The restored list sends nothing until you say: sending resume.`,
  examples: [
    'restore waitlist.backup --dry-run',
    'restore waitlist.backup --keep-joined',
    'restore waitlist.backup --keep-joined --yes',
  ],
  fields: `people, replaced, target, here, inBackup, ${findingNames.join(', ')}`,
  options: [
    new Option('--keep-joined', 'keep the people who have joined since the backup'),
    dryRunOption,
    yesOption,
  ],
  async run({ terminal, args: [file = ''], options }) {
    const databaseOptions = readDatabaseSettings(terminal.env);
    const backup = await readForRestore(file);
    if (options.dryRun) return rehearse(terminal, databaseOptions, backup, options);
    const { dryRun: _, ...askOptions } = options;
    const database = await openAlone(databaseOptions);
    try {
      await refuseMoved(database);
      await refuseServers(database);
      const comparison = await inTransaction(database, () => compareWithBackup(database, backup));
      writeStderr(terminal, describe(comparison, backup, options));
      await confirm(terminal, askOptions, `${file} will be restored.`, 'restore');
      const progress = startProgress(terminal, 'Restoring');
      const restored = await restoreBackup(database, backup, {
        keepJoined: options.keepJoined ?? false,
        replacedFile: datedFile(file, 'replaced'),
        intoLeftPlace: false,
        reason: 'the list was restored from a backup',
        action: 'restore',
        onProgress: (peopleRead) => progress.show(peopleRead, comparison.inBackup),
      }).finally(() => progress.end());
      const { entries, replaced = null } = restored;
      const lines = [`Restored: ${withCommas(entries)} people, with those who have left.`];
      if (replaced !== null) lines.push(`The list as it was is in ${replaced}: delete it when you are sure.`);
      lines.push('Sending is paused. When nothing else sends for this list: sending resume.');
      return { data: { people: entries, replaced, ...comparison }, message: lines.join('\n') };
    } finally {
      await database.close();
    }
  },
});

/** Says what would change, while a server may run. */
async function rehearse(
  terminal: Terminal,
  databaseOptions: DatabaseOptions,
  backup: ReadBackup,
  options: Call<RestoreOptions>['options'],
) {
  const compare = (database: Database) => compareWithBackup(database, backup);
  const isThere = await hasList(databaseOptions);
  const comparison = isThere ? await withSnapshot(databaseOptions, compare) : await withEmptyList(compare);
  writeStderr(terminal, `${describe(comparison, backup, options)}\nNothing was changed.`);
  return { data: { people: null, replaced: null, ...comparison } };
}

const nowhere =
  'There is nobody on this list, so nobody can say who has left, complained, changed their address or been erased since the backup: they come back as it has them. Keep sending paused until you have looked for a newer backup.';

/** What a restore changes, in sentences. */
function describe(
  comparison: Comparison,
  { file, head }: ReadBackup,
  { keepJoined }: RestoreOptions,
): string {
  const { target, here, inBackup } = comparison;
  const joinedStay = keepJoined ? 'they stay' : 'they are left out, unless --keep-joined';
  const backup = `the backup ${file} of ${head.startedAt} has ${withCommas(inBackup)}`;
  if (target === 'empty') return `There is nobody here yet; ${backup} people. ${nowhere}`;
  if (target === 'another')
    return `The list here is another one, with ${withCommas(here)} people; ${backup}. Of those here: ${joinedStay}.`;
  const title = `The list has ${withCommas(here)} people, ${backup}. Since the backup:`;
  const changes: string[] = [];
  const add = (what: string, { count, sample }: Comparison['left'], result: string) => {
    if (count === 0) return;
    const names = sample.length > 0 ? `: ${sample.join(', ')}` : '';
    changes.push(`  ${what} ${withCommas(count)} (${result})${names}`);
  };
  add('joined:', comparison.joined, joinedStay);
  add('left:', comparison.left, 'stays so');
  add('said “This wasn’t me”:', comparison.saidNotMe, 'stays so');
  add('complained:', comparison.complained, 'stays so');
  add('bounced:', comparison.bounced, 'stays so');
  add('changed their address:', comparison.changedAddress, 'stays so');
  add('erased:', comparison.erased, 'they stay so');
  add('newer in the backup:', comparison.newer, 'taken from it');
  add(
    'missing here without having been erased:',
    comparison.comeBack,
    'they come back as the backup has them: what they have decided since is not known',
  );
  if (changes.length > 0) return [title, ...changes].join('\n');
  return `${title} nothing has changed. The list would stay as it is, and sending would be paused.`;
}
