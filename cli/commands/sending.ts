import { Option } from 'commander';
import type { Database } from '../../database/database.ts';
import { pauseSending, readSending, resumeSending, whyEmailsWait } from '../../mail/sending.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { defineGroup, defineListCommand, yesOption } from '../command.ts';
import { confirm } from '../terminal.ts';

const fields = 'pausedSince, pausedBecause, trouble';

async function answer(database: Database) {
  const data = await readSending(database);
  return { data, text: `${whyEmailsWait(data) ?? 'Emails may go out.'}\n` };
}

const status = defineListCommand({
  name: 'status',
  summary: 'say whether emails may go out',
  examples: ['sending status', 'sending status --json pausedSince'],
  fields,
  run: ({ database }) => answer(database),
});

const pause = defineListCommand<{ because: string }>({
  name: 'pause',
  summary: 'stop all emails of this list, on all its servers',
  examples: ['sending pause', 'sending pause --because "the wrong words"'],
  fields,
  options: [
    new Option('--because <reason>', 'the reason, which status shows later').default('paused by hand'),
  ],
  async run({ database, options }) {
    await pauseSending(database, options.because);
    await recordAction(database, 'sending pause', 0);
    return answer(database);
  },
});

const resume = defineListCommand({
  name: 'resume',
  summary: 'let emails go out again',
  notes:
    'A restored or moved list does not know what the original has sent since. First make sure that the original sends no more. Announcements that were under way wait until you resume each of them: announce resume NAME.',
  examples: ['sending resume', 'sending resume --yes'],
  fields,
  options: [yesOption],
  async run({ terminal, database, options }) {
    await confirm(terminal, options, 'What waits will be sent.', 'resume');
    await resumeSending(database);
    await recordAction(database, 'sending resume', 0);
    return answer(database);
  },
});

export const sendingCommand = defineGroup({
  name: 'sending',
  summary: 'stop all emails of this list, or let them go out again',
  examples: ['sending status', 'sending pause --because "the wrong words"', 'sending resume'],
  commands: [status, pause, resume],
});
