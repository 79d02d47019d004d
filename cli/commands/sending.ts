import type { Database } from '../../database/database.ts';
import { recordAction } from '../../waitlist/audit.ts';
import { pauseSending, readSending, resumeSending } from '../../waitlist/sending.ts';
import { type ConfirmOptions, confirm, declareYes } from '../confirm.ts';
import { type Answer, defineCommand, defineGroup } from '../define-command.ts';
import { withDatabase } from '../with-database.ts';

const fields = ['pausedSince', 'pausedBecause', 'trouble'];

async function answer(database: Database): Promise<Answer> {
  const sending = await readSending(database);
  const { pausedSince, pausedBecause, trouble } = sending;
  const isAllowed = trouble === null ? 'Emails may go out.\n' : `Emails may go out, and wait. ${trouble}\n`;
  const text = pausedSince === null ? isAllowed : `Paused since ${pausedSince}: ${pausedBecause}.\n`;
  return { data: { ...sending }, text };
}

const status = defineCommand({
  name: 'status',
  summary: 'say whether emails may go out',
  examples: ['sending status', 'sending status --json pausedSince'],
  fields,
  run: ({ terminal }) => withDatabase(terminal, answer),
});

const pause = defineCommand<{ because: string }>({
  name: 'pause',
  summary: 'stop all emails, of all servers of this list',
  examples: ['sending pause', 'sending pause --because "the wrong words"'],
  fields,
  declareOptions: (command) =>
    void command.option('--because <reason>', 'why, for whoever asks later', 'paused by hand'),
  run: ({ terminal, options }) =>
    withDatabase(terminal, async (database) => {
      await pauseSending(database, options.because);
      await recordAction(database, 'sending pause', 0);
      return answer(database);
    }),
});

const resume = defineCommand<ConfirmOptions>({
  name: 'resume',
  summary: 'let emails go out again',
  notes:
    'A restored or moved list knows nothing of what the original has sent since: make sure that the original sends no more. Announcements that were under way each wait for announce resume.',
  examples: ['sending resume', 'sending resume --yes'],
  fields,
  declareOptions: declareYes,
  run: ({ terminal, options }) =>
    withDatabase(terminal, async (database) => {
      await confirm(terminal, options, 'What waits will be sent.', 'resume');
      await resumeSending(database);
      await recordAction(database, 'sending resume', 0);
      return answer(database);
    }),
});

/** `sending`: pauses or resumes all emails. */
export const sendingCommand = defineGroup({
  name: 'sending',
  summary: 'stop all emails of this list, or let them go out again',
  examples: ['sending status', 'sending pause --because "the wrong words"', 'sending resume'],
  commands: [status, pause, resume],
});
