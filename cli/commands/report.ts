import { reportFigures } from '../../waitlist/report-figures.ts';
import { defineCommand } from '../define-command.ts';
import { withOutput } from '../output.ts';
import { writeStderr } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

const fields = ['joined', 'confirmed', 'left', 'byDay', 'bySource', 'byHour'];

/** `report`: the growth of the list, as one HTML file for people who do not use a terminal. */
export const reportCommand = defineCommand<{ timeZone: string }>({
  name: 'report <file>',
  summary: 'draw how the list grows, in one HTML file that needs no network',
  notes:
    'Nobody can be known from it: groups of fewer than five people are hidden. --json has the figures in full, for you alone.',
  examples: ['report waitlist.html', 'report waitlist.html --time-zone Asia/Karachi'],
  fields,
  declareOptions: (command) =>
    void command.option(
      '--time-zone <name>',
      'whose days and hours are meant',
      Intl.DateTimeFormat().resolvedOptions().timeZone,
    ),
  run: ({ terminal, options, args: [file = ''] }) =>
    withDatabase(terminal, async (database) => {
      const figures = await reportFigures(database, options.timeZone);
      // Imported only here: loading the chart libraries takes longer than running any other command.
      const { reportPage } = await import('../report/page.ts');
      const moment = new Date();
      const page = reportPage(figures, { moment, timeZone: options.timeZone });
      await withOutput(terminal, file, (write) => write(page));
      writeStderr(terminal, `Written to ${file}.`);
      return { data: { ...figures }, text: '' };
    }),
});
