import { recordAction } from '../../waitlist/audit.ts';
import { changeLimit, readLimits } from '../../waitlist/limits.ts';
import { defineListCommand, numberOption } from '../command.ts';
import { drawTable, UsageError } from '../terminal.ts';

export const limitsCommand = defineListCommand<{ most?: number }>({
  name: 'limits [name]',
  summary: 'show the limits of joins and emails with their reasons, or set one of them',
  notes:
    'A change takes effect within a second, on every server. Note the number that was there, and set it back after the launch.',
  examples: ['limits', 'limits emails-an-hour', 'limits emails-an-hour --most 50000'],
  fields: 'name, most, every, reason',
  options: [numberOption('--most <number>', 'let this limit allow so many')],
  async run({ database, args: [name], options: { most } }) {
    if (most !== undefined && name === undefined) throw new UsageError('Name the limit that --most is for.');
    if (name !== undefined && most !== undefined) {
      const isThere = await changeLimit(database, name, most);
      if (isThere) await recordAction(database, 'limits', 0);
    }
    const all = await readLimits(database);
    const limits = name === undefined ? all : all.filter((limit) => limit.name === name);
    if (limits.length === 0)
      throw new UsageError(
        `There is no limit ${name}. There are: ${all.map((each) => each.name).join(', ')}.`,
      );
    const reasons = limits.map(({ name, reason }) => `${name}: ${reason}\n`);
    return { data: limits, text: `${drawTable(limits, ['name', 'most', 'every'])}${reasons.join('')}` };
  },
});
