import { statSync } from 'node:fs';
import { readDatabaseSettings } from '../../server/settings.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { backUpEmbedded } from '../backup/embedded.ts';
import { backUpPostgres } from '../backup/postgres.ts';
import { defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

/** `backup`: copies the whole list while joins go on, and verifies the copy. */
export const backupCommand = defineCommand({
  name: 'backup <file>',
  summary: 'copy the whole list while joins go on, and read the copy back before it counts',
  notes: `Of an embedded list it holds every join that was answered before the copying ended, of a PostgreSQL (by pg_dump) before it began; the command says that moment.
It needs room for a second copy beside the file. Nobody but you may read the file: keep it so. restore brings it back.`,
  examples: ['backup waitlist-$(date +%F).backup', 'backup waitlist.backup --json'],
  fields: ['file', 'entries', 'upTo', 'bytes'],
  run: ({ terminal, args: [file = ''] }) =>
    withDatabase(terminal, async (database) => {
      const { databaseUrl, dataDir } = readDatabaseSettings(terminal.env);
      const { entries, upTo } = databaseUrl
        ? await backUpPostgres(database, databaseUrl, file)
        : await backUpEmbedded(database, dataDir, file);
      await database.query('update waitlist.settings set backed_up_at = clock_timestamp()');
      await recordAction(database, 'backup', entries);
      const bytes = statSync(file).size;
      const megabytes = (bytes / 1024 ** 2).toFixed(1);
      const moment = upTo.toISOString();
      writeStderr(
        terminal,
        `${file} holds ${entries} entries (${megabytes} MB), all who joined before ${moment}, and was read back.`,
      );
      return { data: { file, entries, upTo: moment, bytes }, text: '' };
    }),
});
