import { checkSender, type MailError } from './mail-error.ts';
import type { Blame, Culprit } from './mail-state.ts';
import type { Delivery } from './outbox.ts';

/** An email that the mail server did not accept, by its reply alone. */
export interface NotAccepted {
  delivery: Delivery;
  error: MailError;
}

/** What follows from it. */
export interface Settlement {
  culprit: Culprit;
  /** What is stored about this email. */
  delivery: Delivery;
  /** Earlier emails that were not accepted for the same fault of ours: the same is stored about them. */
  forgiven: readonly string[];
  /** Why no email goes out for now, for the operator; undefined if the connection takes the next one. */
  trouble: string | undefined;
}

/**
 * Decides what follows from an email that was not accepted. It changes nothing.
 * @param blame whose fault it is after a look at the replies before it
 */
export function settle({ delivery, error }: NotAccepted, { culprit, forgiven }: Blame): Settlement {
  const serverSaidNothing = error.verdict === undefined;
  if (serverSaidNothing) return { culprit: error.culprit, delivery, forgiven: [], trouble: error.message };

  if (culprit === 'us') {
    const trouble = error.culprit === 'us' ? error.message : sentenceOfRun(error.reply);
    return { culprit, delivery: ourFault(trouble, error.reply), forgiven, trouble };
  }

  // The server accepts other emails from us, so it is this one that it does not accept.
  const outcome = error.culprit === 'us' ? 'deferred' : delivery.outcome;
  const trouble = error.culprit === 'recipient' ? undefined : error.message;
  return { culprit: 'recipient', delivery: { ...delivery, outcome }, forgiven: [], trouble };
}

const sentenceOfRun = (reply: string): string =>
  `The mail server refuses one email after another (${reply}). ${checkSender}`;

/** The email waits until somebody has acted: the outbox says what to do, and the reply. */
const ourFault = (advice: string, reply: string): Delivery => ({
  outcome: 'our-fault',
  reply: `${advice} It replied: ${reply}`,
  bounce: null,
});
