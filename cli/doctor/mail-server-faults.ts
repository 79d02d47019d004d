import { connectToMailServer } from '../../mail/mail-server.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';

/** Milliseconds; whoever waits at a terminal has less patience than the worker. */
const patience = { connection: 10_000, greeting: 10_000, reply: 10_000 };

/**
 * What stands between the worker and its mail server: connects, upgrades to TLS and logs in as the worker does, and sends nothing.
 * @returns a sentence or two for what is wrong and what to do. It never throws
 */
export async function mailServerFaults(smtp: SmtpAddress, timeouts = patience): Promise<string[]> {
  try {
    const server = await connectToMailServer(smtp, new AbortController().signal, timeouts);
    server.close();
    return [];
  } catch (error) {
    // A MailProblem says both what happened and what to do.
    return [`${error instanceof Error ? error.message : String(error)} Until then every email waits.`];
  }
}
