import { createReadStream, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { addressesOf, type Comparison, compare } from '../../database/addresses.ts';
import type { Database } from '../../database/database.ts';
import { backUpEmbedded } from '../../database/embedded/backup.ts';
import { restoreEmbedded } from '../../database/embedded/restore.ts';
import { openDatabase, toolTimeoutMs } from '../../database/open-database.ts';
import { connectPostgres } from '../../database/postgres.ts';
import { addressesInDump, dumpPostgres, restoreDump } from '../../database/postgres-dump.ts';
import { pauseSending } from '../../mail/sending.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { recordAction } from '../../waitlist/people.ts';
import { countEverybody } from '../../waitlist/retention.ts';
import { defineCommand, defineListCommand, yes } from '../command.ts';
import { assertAnswerable, confirm, writeStderr, writeWhole } from '../terminal.ts';

export const backupCommand = defineListCommand({
  name: 'backup <file>',
  summary: 'copy the whole list while joins go on, and read the copy back before it counts',
  notes: `Of an embedded list it holds every join that was answered before the copying ended, of a PostgreSQL (by pg_dump) before it began; the command says that moment.
It needs room for a second copy beside the file. Nobody but you may read the file: keep it so. restore brings it back.`,
  examples: ['backup waitlist-$(date +%F).backup', 'backup waitlist.backup --json'],
  fields: 'file, entries, upTo, bytes',
  async run({ terminal, database, args: [file = ''] }) {
    const { databaseUrl, dataDir } = readDatabaseSettings(terminal.env);
    const { entries, upTo } = await writeWhole(file, (unfinished) =>
      databaseUrl
        ? backUpPostgres(database, databaseUrl, unfinished)
        : backUpEmbedded(database, dataDir, unfinished),
    );
    await database.query('update waitlist.settings set backed_up_at = clock_timestamp()');
    await recordAction(database, 'backup', entries);
    const bytes = statSync(file).size;
    const megabytes = (bytes / 1024 ** 2).toFixed(1);
    const message = `${file} holds ${entries} entries (${megabytes} MB), all who joined before ${upTo.toISOString()}, and was read back.`;
    return { data: { file, entries, upTo: upTo.toISOString(), bytes }, message };
  },
});

/** Every join that was answered before `upTo` is in the backup. */
async function backUpPostgres(database: Database, databaseUrl: string, file: string) {
  const { entries: before } = await countEverybody(database);
  const upTo = new Date();
  await dumpPostgres(databaseUrl, file);
  const { size: entries } = await addressesInDump(file);
  if (entries < before)
    throw new Error(`Read back, the dump holds ${entries} of ${before} entries. Run the backup again.`);
  return { entries, upTo };
}

export const restoreCommand = defineCommand({
  name: 'restore <file>',
  summary: 'put a backup in the place of the present list; stop the server first',
  notes: `Who joined after the backup is not on the restored list. An embedded list that was replaced is kept, and you are told where; of a PostgreSQL nothing is kept, so make a backup first.
The restored list does not know what was sent since, so it sends nothing until you say: sending resume.`,
  examples: ['restore waitlist.backup', 'restore waitlist.backup --yes'],
  fields: 'entries, replaced, lacking',
  options: [yes],
  async run({ terminal, args: [file = ''], options }) {
    const { databaseUrl, dataDir } = readDatabaseSettings(terminal.env);
    const kind = await kindOfBackup(file);
    if (kind !== (databaseUrl ? 'postgres' : 'embedded')) {
      throw new Error(
        `${file} is a backup of ${kind === 'embedded' ? 'an embedded list' : 'a PostgreSQL'}. Restore it there, then move it: export --help.`,
      );
    }
    assertAnswerable(terminal, options, `The list will be replaced by ${file}.`);
    let lacking = 0;
    const agree = async (comparison: Comparison) => {
      lacking = comparison.lacking;
      const question = describe(comparison, file);
      if (options.yes) writeStderr(terminal, question);
      await confirm(terminal, options, question, 'restore');
    };
    const { entries, replaced = null } = databaseUrl
      ? await restorePostgres(databaseUrl, file, agree)
      : await restoreEmbedded(dataDir, file, markRestored, agree);
    const kept = `The list as it was is kept in ${replaced}. It holds personal data: when you are sure, delete that folder.`;
    const message = `${entries} entries restored. Sending is paused: see sending --help.${replaced ? `\n${kept}` : ''}`;
    return { data: { entries, replaced, lacking }, message };
  },
});

/** What the restore changes, in sentences. */
function describe({ present, restored, lacking }: Comparison, file: string): string {
  if (present === undefined) return `There is no list here yet; ${file} has ${restored} people.`;
  if (present === 'damaged')
    return `Your list does not open, so nobody can say who is on it; the backup ${file} has ${restored} people and will take its place.`;
  const lost =
    lacking === 0
      ? 'nobody is missing from it.'
      : `${lacking} ${lacking === 1 ? 'person' : 'people'} joined since and will not be on the restored list.`;
  return `Your list has ${present} people, the backup ${file} ${restored}; ${lost}`;
}

/** Pauses sending and records the restore, before anything else uses the list. @throws DatabaseUnavailable */
async function markRestored(database: Database, entries: number): Promise<void> {
  await pauseSending(database, 'the list was restored from a backup');
  await recordAction(database, 'restore', entries);
}

/**
 * Replaces the tables with those of a dump, all or nothing, migrates them and pauses sending.
 * @param agree is told what will change, before it does; throws to refuse
 * @throws Error with a sentence for the operator. From `agree` or PostgreSQL's programs: the list is as it was, only migrated.
 * From what follows them: the dump's list is in its place, with its sending paused (restoreDump), perhaps not migrated, and the
 * restore is not in the audit.
 */
async function restorePostgres(
  databaseUrl: string,
  file: string,
  agree: (what: Comparison) => Promise<void>,
) {
  const dumped = await addressesInDump(file);
  await agree(compare(await presentAddresses(databaseUrl), dumped));
  await (await openDatabase({ databaseUrl, dataDir: '' })).close();
  await restoreDump(file, databaseUrl);
  const restored = await openDatabase({ databaseUrl, dataDir: '', queryTimeoutMs: toolTimeoutMs });
  try {
    const { size: entries } = await addressesOf(restored);
    await markRestored(restored, entries);
    return { entries, replaced: undefined };
  } finally {
    await restored.close();
  }
}

/** Of whatever version the list is; undefined where there is none. */
async function presentAddresses(databaseUrl: string): Promise<Set<string> | undefined> {
  const database = connectPostgres({ databaseUrl, maxConnections: 1, queryTimeoutMs: toolTimeoutMs });
  try {
    const [table] = await database.query<{ exists: boolean }>(
      "select to_regclass('waitlist.entries') is not null as exists",
    );
    return table?.exists ? await addressesOf(database) : undefined;
  } finally {
    await database.close();
  }
}

/** By a file's first bytes (gzip, RFC 1952; pg_dump's custom format). @throws Error with a sentence when it is no backup */
async function kindOfBackup(file: string): Promise<'embedded' | 'postgres'> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`There is no file ${file}. Name the one that backup wrote.`);
  const start = await buffer(createReadStream(file, { end: 4 }));
  if (start[0] === 0x1f && start[1] === 0x8b) return 'embedded';
  if (start.toString() === 'PGDMP') return 'postgres';
  throw new Error(`${file} is no backup of this product.`);
}
