import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Database, DatabaseOptions, Session } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { writeBackup } from '../../waitlist/backup/backup-file.ts';
import { type ReadBackup, readForRestore } from '../../waitlist/backup/read-for-restore.ts';
import { backupHeadOf, fingerprintOfList, pagesOfList } from '../../waitlist/backup/read-list.ts';
import { restoreBackup } from '../../waitlist/backup/restore.ts';
import { findTarget } from '../../waitlist/backup/target.ts';
import { countMoves, markMoved, movedTo } from '../../waitlist/list/moved.ts';
import { hasList, openAlone } from '../../waitlist/list/open-list.ts';
import { holdList, refuseServers } from '../../waitlist/presence.ts';
import { type Call, defineCommand, yesOption } from '../command.ts';
import { datedFile } from '../dated-file.ts';
import { confirm, startProgress, type Terminal, UsageError, withCommas } from '../terminal.ts';

interface MoveOptions {
  to?: 'postgres' | 'embedded';
  undo?: boolean;
}

export const moveCommand = defineCommand<MoveOptions>({
  name: 'move [file]',
  summary: 'move the list between DATA_DIR and DATABASE_URL; stop the server first',
  notes: `It writes a backup of the list to the file, takes the backup into the other place, and marks the old list: no server and no command opens that any more. If it was cut short, the same command with another file goes on.
The list sends nothing from its new place until you say: sending resume.
--undo opens the old list again, as it was then; it too sends nothing until you say so.`,
  examples: ['move moved.backup --to postgres', 'move moved.backup --to embedded --yes', 'move --undo'],
  fields: 'people, file, left',
  options: [
    new Option('--to <kind>', 'where the list goes').choices(['postgres', 'embedded']),
    new Option('--undo', 'open the old list again').conflicts('to'),
    yesOption,
  ],
  async run(call) {
    const [file] = call.args;
    if (call.options.undo) return undo(call);
    if (file === undefined || call.options.to === undefined)
      throw new UsageError('Name a file for the backup, and where the list goes: move FILE --to postgres.');
    return move(call, file, call.options.to);
  },
});

async function move({ terminal, options }: Call<MoveOptions>, file: string, to: 'postgres' | 'embedded') {
  // With what the settings let a connection trust, as a server has it.
  const postgres = readDatabaseSettings(terminal.env);
  if (postgres.databaseUrl === undefined)
    throw new Error(
      'Set DATABASE_URL to the PostgreSQL of the move; DATA_DIR is the folder of the embedded list.',
    );
  const embedded: DatabaseOptions = { dataDir: postgres.dataDir };
  const [from, into] = to === 'postgres' ? [embedded, postgres] : [postgres, embedded];
  if (!(await hasList(from))) throw new Error(`There is no list in ${nameOf(from)}.`);
  const source = await openAlone(from);
  try {
    await refuseServers(source);
    const before = await movedTo(source);
    if (before !== null && before !== nameOf(into))
      throw new Error(`The list in ${nameOf(from)} was moved to ${before} before.`);
    const question = `The list in ${nameOf(from)} moves to ${nameOf(into)}. ${file} will be a backup of it.`;
    await confirm(terminal, options, question, 'move');
    const target = await openAlone(into);
    let entries: number;
    try {
      const list = await fingerprintOfList(source);
      await refuseTarget(target, into, source, from);
      // Mark the old list before the new one has it. If the move is cut short between the two, no list opens, and the command can go
      // on. Two open lists would drift apart.
      const backup = await inTransaction(source, () => copyAndMark(source, file, before, nameOf(into)));
      entries = backup.counts.entries ?? 0;
      await takeIn(terminal, target, backup).catch(async (error) => {
        if (await mayHave(target, list))
          throw new Error(
            `The list may be in its new place or not, so the old one stays marked. The same command with another file goes on. The reason: ${reasonOf(error)}`,
            { cause: error },
          );
        await markMoved(source, before);
        throw error;
      });
    } finally {
      await target.close();
    }
    const setting = to === 'postgres' ? 'Keep DATABASE_URL set' : 'Take DATABASE_URL away';
    const message = `Moved: ${withCommas(entries)} people, with those who have left. ${setting}, start the server, then: sending resume.
The list that was left lies in ${nameOf(from)} and is not opened any more. It holds personal data: when you are sure, delete it.`;
    return { data: { people: entries, file, left: nameOf(from) }, message };
  } finally {
    await source.close();
  }
}

/**
 * Copies the list and marks it as moved, in one transaction: a join through a hosted function is in the copy, or waits and is refused.
 * @param before where the list had been moved to when it was asked
 * @throws Error with a sentence when a server uses the list, another command has moved it since, or the file cannot be written
 */
async function copyAndMark(
  source: Session,
  file: string,
  before: string | null,
  to: string,
): Promise<ReadBackup> {
  await holdList(source);
  if ((await movedTo(source)) !== before)
    throw new Error(
      'Another command has moved this list meanwhile, or taken it up again. Nothing was changed.',
    );
  // Before it is read: the copy knows of this move too.
  await markMoved(source, to);
  const head = await backupHeadOf(source);
  await writeBackup(file, head, pagesOfList(source, head));
  return readForRestore(file);
}

/** Whether a place has the list, or cannot say so. */
const mayHave = (target: Database, list: string): Promise<boolean> =>
  findTarget(target, list).then(
    (there) => there === 'same',
    () => true,
  );

async function takeIn(terminal: Terminal, target: Session, backup: ReadBackup): Promise<void> {
  const progress = startProgress(terminal, 'Moving');
  await restoreBackup(target, backup, {
    // A move may have been cut short at its very end, and people may have joined in the new place since.
    keepJoined: true,
    replacedFile: datedFile(backup.file, 'replaced'),
    intoLeftPlace: true,
    reason: 'the list was moved here',
    action: 'move',
    onProgress: (done) => progress.show(done, backup.counts.entries ?? 0),
  }).finally(() => progress.end());
}

/**
 * @throws Error with a sentence unless the place is empty, or has this list from a move that was cut short, or was left by a list: but
 * not by this one later than it left the place that it is to come from
 */
async function refuseTarget(
  target: Database,
  into: DatabaseOptions,
  source: Database,
  from: DatabaseOptions,
): Promise<void> {
  const list = await fingerprintOfList(source);
  const there = await findTarget(target, list);
  const goesOn = (await movedTo(source)) !== null;
  if (there === 'empty' || (there === 'same' && goesOn)) return;
  if (there === 'moved') {
    const isThisList = (await fingerprintOfList(target)) === list;
    if (!isThisList || (await countMoves(target)) <= (await countMoves(source))) return;
    throw new Error(
      `The list in ${nameOf(into)} is newer than the one in ${nameOf(from)}: it was moved from there to ${await movedTo(target)}. Nothing was changed.`,
    );
  }
  const what = there === 'same' ? 'this list already, with a life of its own' : 'another list';
  throw new Error(`There is ${what} in ${nameOf(into)}. Move into an empty place. Nothing was changed.`);
}

async function undo({ terminal, options }: Call<MoveOptions>) {
  const databaseOptions = readDatabaseSettings(terminal.env);
  if (!(await hasList(databaseOptions))) throw new Error(`There is no list in ${nameOf(databaseOptions)}.`);
  const database = await openAlone(databaseOptions);
  try {
    const to = await movedTo(database);
    if (to === null)
      return {
        message: `The list in ${nameOf(databaseOptions)} was not moved. Run this with the settings of the list that was left: with DATABASE_URL for a PostgreSQL, or without it for a folder.`,
      };
    const question = `The list in ${nameOf(databaseOptions)} will be used again as it was, and nothing that has happened in ${to} is in it.`;
    await confirm(terminal, options, question, 'undo');
    await inTransaction(database, async () => {
      await holdList(database);
      await markMoved(database, null);
      // It does not know who has left or was erased in the other place.
      await database.query('select waitlist.hold_emails($1)', ['the list was taken up again after a move']);
      await recordAction(database, 'move --undo', 0);
    });
    return {
      message:
        'It may be opened again. Use one of the two lists only. Sending is paused. When nothing else sends for this list: sending resume.',
    };
  } finally {
    await database.close();
  }
}

/** The name of a place for a list, without a password. */
function nameOf(place: DatabaseOptions): string {
  if (place.databaseUrl === undefined) return `the folder ${resolve(place.dataDir)}`;
  const { host, pathname } = new URL(place.databaseUrl);
  return `the PostgreSQL at ${host}${pathname}`;
}
