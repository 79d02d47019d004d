import { randomUUID } from 'node:crypto';
import { createComposer, type Sender } from './compose.ts';
import { connectToMailServer } from './mail-server.ts';
import type { SmtpAddress } from './smtp-address.ts';

/** How the founder is written to. */
export interface FounderMail {
  smtp: SmtpAddress;
  sender: Sender;
  /** The founder's address (DIGEST_TO). */
  to: string;
}

/** Sends one email to the founder. @throws MailError */
export async function sendToFounder(
  { smtp, sender, to }: FounderMail,
  words: { subject: string; text: string },
  signal: AbortSignal,
): Promise<void> {
  const server = await connectToMailServer(smtp, signal);
  try {
    const messageId = randomUUID().replaceAll('-', '');
    const { error } = await server.send(await createComposer(sender)({ messageId, address: to, words }));
    if (error) throw error;
  } finally {
    server.close();
  }
}
