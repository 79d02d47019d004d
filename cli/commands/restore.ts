import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import type { DatabaseOptions } from '../../database/database.ts';
import { refuseMoved } from '../../database/moved.ts';
import { hasList, inTransaction, openAlone, readAtOnce } from '../../database/open-database.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import {
  type Comparison,
  compareWithBackup,
  happenings,
  type ReadBackup,
  readForRestore,
} from '../../waitlist/backup/compare.ts';
import { restoreBackup } from '../../waitlist/backup/restore.ts';
import { refuseServers } from '../../waitlist/presence.ts';
import { type Call, defineCommand, dryRun, yes } from '../command.ts';
import { confirm, startProgress, type Terminal, withCommas, writeStderr } from '../terminal.ts';

interface RestoreOptions {
  keepJoined?: boolean;
}

export const restoreCommand = defineCommand<RestoreOptions>({
  name: 'restore <file>',
  summary: 'bring a backup back, all or nothing; stop the server first',
  notes: `Into a list that is there already: whoever is on both stays as they are now, so that what they have decided since the backup stays decided. Whoever is only in the backup comes back, unless they were erased. Whoever joined since is left out, unless --keep-joined.
A backup of the list as it was is written first, beside the file; it says where.
To have the list exactly as the backup has it, restore into an empty place: another DATA_DIR, or an empty database.
The restored list sends nothing until you say: sending resume.`,
  examples: [
    'restore waitlist.backup --dry-run',
    'restore waitlist.backup --keep-joined',
    'restore waitlist.backup --keep-joined --yes',
  ],
  fields: `people, replaced, present, here, inBackup, ${happenings.join(', ')}`,
  options: [new Option('--keep-joined', 'keep who has joined since the backup'), dryRun, yes],
  async run({ terminal, args: [file = ''], options }) {
    const place = readDatabaseSettings(terminal.env);
    const backup = await readForRestore(file);
    if (options.dryRun) return rehearse(terminal, place, backup, options);
    const database = await openAlone(place);
    try {
      await refuseMoved(database);
      await refuseServers(database);
      const comparison = await inTransaction(database, () => compareWithBackup(database, backup));
      writeStderr(terminal, describe(comparison, backup, options));
      await confirm(terminal, options, `${file} will be restored.`, 'restore');
      const progress = startProgress(terminal, 'Restoring');
      const restored = await restoreBackup(database, backup, {
        keepJoined: options.keepJoined ?? false,
        replacedFile: datedFile(file, 'replaced'),
        reason: 'the list was restored from a backup',
        action: 'restore',
        onProgress: (people) => progress.reach(people, comparison.inBackup),
      }).finally(() => progress.end());
      const { people, replaced = null } = restored;
      const lines = [
        `Restored: ${withCommas(people)} people, with those who have left.`,
        replaced && `The list as it was is in ${replaced}: delete it when you are sure.`,
        'Sending is paused. When nothing else sends for this list: sending resume.',
      ];
      return { data: { people, replaced, ...comparison }, message: lines.filter(Boolean).join('\n') };
    } finally {
      await database.close();
    }
  },
});

/** Beside a backup, a name that is not taken. */
export function datedFile(file: string, what: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const path = join(dirname(resolve(file)), `${what}-${time}`);
  return existsSync(`${path}.backup`) ? `${path}-${process.pid}.backup` : `${path}.backup`;
}

/** Says what would change, while a server may run. */
async function rehearse(
  terminal: Terminal,
  place: DatabaseOptions,
  backup: ReadBackup,
  options: Call<RestoreOptions>['options'],
) {
  if (!(await hasList(place))) {
    const people = backup.counts.entries ?? 0;
    const message = `There is no list here yet: ${withCommas(people)} people would be on it. Nothing was changed.`;
    return { data: { people, replaced: null, present: 'empty', here: 0, inBackup: people }, message };
  }
  const comparison = await readAtOnce(place, (database) => compareWithBackup(database, backup));
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
  const { present, here, inBackup, comeBack, joined, changedAddress, erased } = comparison;
  const joinedStay = keepJoined ? 'they stay' : 'they are left out, unless --keep-joined';
  const backup = `the backup ${file} of ${head.startedAt} has ${withCommas(inBackup)}`;
  if (present === 'empty') return `There is nobody here yet; ${backup} people. ${nowhere}`;
  if (present === 'another')
    return `The list here is another one, with ${withCommas(here)} people; ${backup}. Of those here: ${joinedStay}.`;
  const line = (what: string, { people, sample }: Comparison['left'], then: string) =>
    people > 0 &&
    `  ${what} ${withCommas(people)}${then && ` (${then})`}${sample.length > 0 ? `: ${sample.join(', ')}` : ''}`;
  const lines = [
    `The list has ${withCommas(here)} people, ${backup}. Since the backup:`,
    line('joined:', joined, joinedStay),
    line('left:', comparison.left, 'stays so'),
    line('said “This wasn’t me”:', comparison.saidNotMe, 'stays so'),
    line('complained:', comparison.complained, 'stays so'),
    line('bounced:', comparison.bounced, 'stays so'),
    line('changed their address:', changedAddress, 'stays so'),
    line('erased:', erased, 'they stay so'),
    line('newer in the backup:', comparison.newer, 'taken from it'),
    line(
      'missing here without having been erased:',
      comeBack,
      'they come back as the backup has them: what they have decided since is not known',
    ),
  ].filter((text) => text !== false);
  return lines.length > 1
    ? lines.join('\n')
    : `${lines[0]} nothing has changed. The list would stay as it is, and sending would be paused.`;
}
