import { statSync } from 'node:fs';
import type { Database } from '../../database/database.ts';
import { backUpEmbedded } from '../../database/embedded/backup.ts';
import { addressesInDump, dumpPostgres } from '../../database/postgres-dump.ts';
import { readDatabaseSettings } from '../../server/settings.ts';
import { recordAction } from '../../waitlist/people.ts';
import { defineListCommand } from '../command.ts';
import { writeWhole } from '../output.ts';
import { writeStderr } from '../terminal.ts';

/** `backup`: copies the whole list while joins go on, and verifies the copy. */
export const backupCommand = defineListCommand({
  name: 'backup <file>',
  summary: 'copy the whole list while joins go on, and read the copy back before it counts',
  notes: `Of an embedded list it holds every join that was answered before the copying ended, of a PostgreSQL (by pg_dump) before it began; the command says that moment.
It needs room for a second copy beside the file. Nobody but you may read the file: keep it so. restore brings it back.`,
  examples: ['backup waitlist-$(date +%F).backup', 'backup waitlist.backup --json'],
  fields: ['file', 'entries', 'upTo', 'bytes'],
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
    writeStderr(
      terminal,
      `${file} holds ${entries} entries (${megabytes} MB), all who joined before ${upTo.toISOString()}, and was read back.`,
    );
    return { data: { file, entries, upTo: upTo.toISOString(), bytes } };
  },
});

/** Every join that was answered before `upTo` is in the backup. */
async function backUpPostgres(database: Database, databaseUrl: string, file: string) {
  const [before] = await database.query<{ entries: number }>(
    'select count(*)::int as entries from waitlist.entries',
  );
  const upTo = new Date();
  await dumpPostgres(databaseUrl, file);
  const { size: entries } = await addressesInDump(file);
  if (entries < (before?.entries ?? 0))
    throw new Error(
      `Read back, the dump holds ${entries} of ${before?.entries} entries. Run the backup again.`,
    );
  return { entries, upTo };
}
