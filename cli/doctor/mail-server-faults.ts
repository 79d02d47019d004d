import { connectToMailServer } from '../../mail/mail-server.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';

/** Milliseconds; shorter than the worker's, because a person is waiting. */
const defaultTimeouts = { connection: 10_000, greeting: 10_000, reply: 10_000 };

/**
 * Checks the mail server: connects, upgrades to TLS and logs in as the worker does, and sends nothing.
 * @returns a sentence or two for a fault: what is wrong and what to do. Never throws.
 */
export async function mailServerFaults(smtp: SmtpAddress, timeouts = defaultTimeouts): Promise<string[]> {
  try {
    const server = await connectToMailServer(smtp, new AbortController().signal, timeouts);
    server.close();
    return [];
  } catch (error) {
    // A MailProblem says both what happened and what to do.
    return [
      `${error instanceof Error ? error.message : String(error)} Until that is put right every email waits.`,
    ];
  }
}
