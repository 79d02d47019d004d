import { site } from '../../content/site.ts';
import { countEverybody, eraseEverybody } from '../../waitlist/erasing.ts';
import { type ErasurePromise, erasureDay, isoDay } from '../../waitlist/erasure-day.ts';
import {
  type Answer,
  defineListCommand,
  dryRunOption,
  type ListCall,
  numberOption,
  yesOption,
} from '../command.ts';
import { confirm, type DryRunOption, UsageError } from '../terminal.ts';
import { whereItRemains } from './where-it-remains.ts';

interface EraseExpiredOptions extends DryRunOption {
  people?: number;
}

export const eraseExpiredCommand = defineListCommand<EraseExpiredOptions>({
  name: 'erase-expired',
  summary: 'erase the whole list once the privacy policy’s day has come',
  notes: `The day follows from erasure in content/site.ts. Before it nothing is erased, and afterwards nothing by itself: the server's log and doctor remind you of it every day.
You have to type the number of people; with --yes, --people has to name it. People who join meanwhile are not erased. Backups keep what they hold until you delete them.`,
  examples: ['erase-expired --dry-run', 'erase-expired', 'erase-expired --yes --people 312'],
  fields: 'due, erased',
  options: [
    numberOption('--people <number>', 'with --yes: how many people will be erased'),
    dryRunOption,
    yesOption,
  ],
  run: (call) => eraseExpired(call),
});

/**
 * The command, for any promise and day.
 * @throws Error with a sentence when a date is wrong or another number was given; UsageError for --yes without --people
 */
export async function eraseExpired(
  { terminal, options, database }: Omit<ListCall<EraseExpiredOptions>, 'args'>,
  promise: ErasurePromise = site.erasure,
  today = new Date(),
): Promise<Answer> {
  const day = erasureDay(promise, today);
  const due = isoDay(day);
  const everybody = await countEverybody(database);
  const { entries, firstJoined, lastJoined } = everybody;
  const notYet = `The list is to be erased on ${due}: ${entries} people. Nothing was changed.`;
  const { dryRun, people, ...askOptions } = options;
  const isDue = today >= day;
  if (!isDue || dryRun || entries === 0) return { data: { due, erased: 0 }, message: notYet };
  if (firstJoined !== null && due < firstJoined)
    throw new Error(
      `By erasure in content/site.ts the list was to be erased on ${due}, before the first person joined (${firstJoined}). Check the years there. Nothing was changed.`,
    );
  const question = `All ${entries} people, who joined from ${firstJoined} to ${lastJoined}, will be erased for good: the policy's day was ${due}.`;
  if (options.yes && people === undefined)
    throw new UsageError(`${question} With --yes name their number too: --people ${entries}.`);
  if (options.yes && people !== entries)
    throw new Error(`There are ${entries} people on the list, not ${people}. Nothing was changed.`);
  await confirm(terminal, askOptions, question, String(entries));
  const erased = await eraseEverybody(database, everybody);
  return { data: { due, erased }, message: `${erased} people erased. ${await whereItRemains(database)}` };
}
