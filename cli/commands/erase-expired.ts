import { site } from '../../content/site.ts';
import { countEntries } from '../../waitlist/count-entries.ts';
import { eraseExpired, erasureDay } from '../../waitlist/erase-expired.ts';
import { type ConfirmOptions, confirm, declareDryRun, declareYes } from '../confirm.ts';
import { defineCommand } from '../define-command.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

/** `erase-expired`: erases the list when the privacy policy requires it, as the server also does by itself. */
export const eraseExpiredCommand = defineCommand<ConfirmOptions & { dryRun?: boolean }>({
  name: 'erase-expired',
  summary: 'erase the whole list once the privacy policy’s day has come',
  notes: `The day follows from erasure in content/site.ts; before it nothing is erased. A running server looks every hour and erases by itself, once erasure says sample: false. Backups keep what they hold until you delete them.`,
  examples: ['erase-expired --dry-run', 'erase-expired'],
  fields: ['due', 'erased'],
  declareOptions(command) {
    declareDryRun(command);
    declareYes(command);
  },
  run: ({ terminal, options }) =>
    withDatabase(terminal, async (database) => {
      const day = erasureDay(site.erasure);
      const due = day.toISOString().slice(0, 10);
      const { total, left } = await countEntries(database);
      if (new Date() < day || options.dryRun) {
        writeStderr(
          terminal,
          `The list is to be erased on ${due}: ${total + left} entries. Nothing was changed.`,
        );
        return { data: { due, erased: 0 }, text: '' };
      }
      await confirm(terminal, options, `All ${total + left} entries will be erased for good.`, 'erase');
      const erased = await eraseExpired(database, new Date());
      writeStderr(terminal, `${erased} entries erased.`);
      return { data: { due, erased }, text: '' };
    }),
});
