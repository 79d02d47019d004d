import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineCommand, wholeNumber } from '../define-command.ts';
import { drawTable, UsageError } from '../terminal.ts';
import { withDatabase } from '../with-database.ts';

const fields = ['name', 'most', 'every', 'reason'];

/** `limits`: shows the limits of joins and emails, or sets one. */
export const limitsCommand = defineCommand<{ most?: number }>({
  name: 'limits [name]',
  summary: 'show the limits of joins and emails with their reasons, or set one of them',
  notes: `A change takes effect within a second, on every server. Note the number that was there, and set it back after the launch.`,
  examples: ['limits', 'limits emails-an-hour', 'limits emails-an-hour --most 50000'],
  fields,
  declareOptions: (command) =>
    void command.option('--most <number>', 'let this limit allow so many', wholeNumber),
  run: ({ terminal, args: [name], options: { most } }) =>
    withDatabase(terminal, async (database) => {
      if (most !== undefined && name === undefined)
        throw new UsageError('Name the limit that --most is for.');
      const before = await readLimits(database);
      if (name !== undefined && before.every((limit) => limit.name !== name))
        throw new UsageError(
          `There is no limit ${name}. There are: ${before.map((limit) => limit.name).join(', ')}.`,
        );
      if (most !== undefined) {
        await database.query('update waitlist.limits set most = $2 where name = $1', [name, most]);
        await recordAction(database, 'limits', 0);
      }
      const limits = (await readLimits(database)).filter(
        (limit) => name === undefined || limit.name === name,
      );
      const data = limits.map((limit) => ({ ...limit }));
      const reason = name === undefined ? '' : `${limits[0]?.reason}\n`;
      return { data, text: `${drawTable(data, ['name', 'most', 'every'])}${reason}` };
    }),
});

interface Limit {
  name: string;
  most: number;
  every: string;
  reason: string;
}

const readLimits = (database: Database) =>
  database.query<Limit>('select name, most, every::text, reason from waitlist.limits order by name');
