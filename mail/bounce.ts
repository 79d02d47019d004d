import PostalMime from 'postal-mime';
import type { Database } from '../database/database.ts';

/** What a returned message says about one of our emails. */
export interface Bounce {
  messageId: string;
  /** The enhanced status code (RFC 3463), or `complaint` for a report of abuse (ARF, RFC 5965). */
  status: string;
}

/**
 * The kinds of feedback with which a recipient says that the email was unwanted (RFC 5965; opt-out is of its drafts). Others
 * are about the email's path (auth-failure, RFC 6591), or say that it was wanted after all (not-spam, RFC 6430).
 */
const complaints = ['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list'];

/**
 * Reads a bounce (DSN, RFC 3464) or a complaint; undefined for any other message, a delay included (the server is still trying).
 * The Message-ID is in the address the message was sent to, or in the original message that it contains.
 */
export async function readBounce(message: string | Buffer): Promise<Bounce | undefined> {
  const raw = message.toString('latin1');
  const messageId = /\bbounce\+([\da-f]{32})@/i.exec(raw)?.[1] ?? /<([\da-f]{32})@[\w.-]+>/i.exec(raw)?.[1];
  if (!messageId) return undefined;
  const { attachments } = await PostalMime.parse(message, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  const partOf = (type: string) =>
    attachments.find(({ mimeType }) => mimeType === `message/${type}`)?.content;
  const feedback = /^Feedback-Type:\s*([\w-]+)/im.exec(`${partOf('feedback-report')}`)?.[1];
  if (feedback && complaints.includes(feedback.toLowerCase())) return { messageId, status: 'complaint' };
  const report = `${partOf('delivery-status')}`;
  if (!/^Action:\s*failed/im.test(report)) return undefined;
  const status = /^Status:\s*([45]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1];
  return { messageId, status: status ?? '4.0.0' };
}

/** Records a bounce for its address. Returns undefined if no email has that id. @throws DatabaseUnavailable */
export async function noteBounce(database: Database, { messageId, status }: Bounce) {
  const [row] = await database.query<{ done: 'suppressed' | 'counted' | null }>(
    'select waitlist.note_bounce($1, $2) as done',
    [messageId, status],
  );
  return row?.done ?? undefined;
}
