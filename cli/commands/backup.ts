import { statSync } from 'node:fs';
import { readDatabaseSettings } from '../../server/settings.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { writeBackup } from '../../waitlist/backup/backup-file.ts';
import { markBackedUp } from '../../waitlist/backup/mark-backed-up.ts';
import { backupHeadOf, pagesOfList } from '../../waitlist/backup/read-list.ts';
import { withSnapshot } from '../../waitlist/list/open-list.ts';
import { defineCommand, withDatabase } from '../command.ts';
import { withCommas } from '../terminal.ts';

export const backupCommand = defineCommand({
  name: 'backup <file>',
  summary: 'write the whole list into a new file while joins go on, and read it back',
  notes: `It holds everybody who had an answer before the moment that it names, with their evidence, emails and links, and who must never be written to. It is the same for an embedded list and a PostgreSQL: restore takes it into either.
It never takes the place of a file. Nobody but you may read it, and it is not encrypted: keep it so.`,
  examples: ['backup waitlist-$(date +%F).backup', 'backup waitlist.backup --json'],
  fields: 'file, people, suppressions, announcements, upTo, bytes',
  async run({ terminal, args: [file = ''] }) {
    const { head, counts } = await withSnapshot(readDatabaseSettings(terminal.env), async (database) => {
      const begun = await backupHeadOf(database);
      return writeBackup(file, begun, pagesOfList(database, begun));
    });
    const { entries: people = 0, suppressions = 0, announcements = 0 } = counts;
    await withDatabase(terminal, async (database) => {
      await markBackedUp(database);
      await recordAction(database, 'backup', people);
    });
    const bytes = statSync(file).size;
    const megabytes = (bytes / 1024 ** 2).toFixed(1);
    const held = `${withCommas(people)} people (with those who have left), ${withCommas(suppressions)} suppressions and ${withCommas(announcements)} announcements`;
    return {
      data: { file, people, suppressions, announcements, upTo: head.startedAt, bytes },
      message: `${file} holds ${held} (${megabytes} MB), all who joined before ${head.startedAt}, and was read back.`,
    };
  },
});
