import type { Database } from '../database/database.ts';
import { planRetry, type RetryRequest, retryEmails } from '../mail/outbox-emails.ts';
import { readSending, whyEmailsWait } from '../mail/sending.ts';
import type { ListCall } from './command.ts';
import { confirmUnlessDryRun, type DryRunOption, writeStderr } from './terminal.ts';

/** @throws Error while all mail is paused; DatabaseUnavailable */
export async function assertMailMayGo(database: Database): Promise<void> {
  const sending = await readSending(database);
  if (sending.pausedSince !== null) throw new Error(`${whyEmailsWait(sending)} First: sending resume.`);
}

const emails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`;

/** Says what would be sent once more, asks, and has it sent. Throws as assertMailMayGo does. */
export async function sendOnceMore(
  { terminal, options, database }: ListCall<DryRunOption>,
  wanted: RetryRequest,
) {
  await assertMailMayGo(database);
  const plan = await planRetry(database, wanted);
  const { failed, uncertain, leftAlone } = plan;
  if (leftAlone > 0)
    writeStderr(
      terminal,
      `${emails(leftAlone)} left alone: the address has left, has confirmed or gets no email any more, or there is a later email to it, or the announcement was cancelled or another one was sent in its place.`,
    );
  const inDoubt = uncertain > 0 ? `; ${uncertain} of them may have arrived before` : '';
  const what = `${emails(failed + uncertain)} will be sent once more${inDoubt}.`;
  if (failed + uncertain === 0) {
    writeStderr(terminal, what);
    return { ...plan, retried: 0 };
  }
  const decision = await confirmUnlessDryRun(terminal, options, what, 'retry');
  if (decision === 'dry run') return { ...plan, retried: 0 };
  const retried = await retryEmails(database, wanted);
  writeStderr(terminal, `${emails(retried)} waiting to be sent.`);
  return { ...plan, retried };
}
