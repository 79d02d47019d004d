import { readDatabaseSettings } from '../../server/settings.ts';
import { kindOfBackup } from '../backup/archive.ts';
import { restoreEmbedded } from '../backup/embedded.ts';
import { restorePostgres } from '../backup/postgres.ts';
import { assertAnswerable, type ConfirmOptions, confirm, declareYes } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';

/** `restore`: replaces the list with a backup; the server may be running. */
export const restoreCommand = defineCommand<ConfirmOptions>({
  name: 'restore <file>',
  summary: 'put a backup in the place of the present list; the server may run',
  notes: `Who joined after the backup is not on the restored list. An embedded list that was replaced is kept until the next restore.
The restored list does not know what was sent since, so it sends nothing until you say: sending resume.`,
  examples: ['restore waitlist.backup', 'restore waitlist.backup --yes'],
  fields: ['entries', 'replaced'],
  declareOptions: declareYes,
  async run({ terminal, args: [file = ''], options }) {
    const { databaseUrl, dataDir } = readDatabaseSettings(terminal.env);
    const kind = kindOfBackup(file);
    if (kind !== (databaseUrl ? 'postgres' : 'embedded')) {
      throw new Error(
        `${file} is a backup of ${kind === 'embedded' ? 'an embedded list' : 'a PostgreSQL'}. Restore it there, then move it: export --help.`,
      );
    }
    assertAnswerable(terminal, options, `The list will be replaced by ${file}.`);
    const agree = (entries: number) =>
      confirm(
        terminal,
        options,
        `The list will be replaced by the ${entries} entries of ${file}.`,
        'restore',
      );
    const { entries, replaced } = databaseUrl
      ? { entries: await restorePostgres(databaseUrl, file, agree), replaced: undefined }
      : await restoreEmbedded(dataDir, file, agree);
    writeStderr(terminal, `${entries} entries restored. Sending is paused: see sending --help.`);
    if (replaced)
      writeStderr(terminal, `The list as it was is kept in ${replaced}: delete it when you are sure.`);
    return { data: { entries, replaced: replaced ?? null }, text: '' };
  },
});
