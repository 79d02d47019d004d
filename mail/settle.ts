import { checkSender, type MailProblem } from './mail-problem.ts';
import type { Blame, Blamed } from './mail-state.ts';
import type { Delivery } from './outbox.ts';

/** An email that the mail server did not take, by its reply alone. */
export interface NotTaken {
  delivery: Delivery;
  problem: MailProblem;
}

/** What follows from it. */
export interface Settlement {
  blamed: Blamed;
  /** What is stored about this email. */
  delivery: Delivery;
  /** Earlier emails that were refused for the same fault of the sender: the same is stored about them. */
  forgiven: readonly string[];
  /** Why no email goes out for now, for the operator; undefined if the connection takes the next one. */
  trouble: string | undefined;
}

/**
 * Decides what follows from an email that was not taken. It changes nothing.
 * @param blame who is to blame after a look at the refusals before it
 */
export function settle({ delivery, problem }: NotTaken, { blamed, forgiven }: Blame): Settlement {
  const serverSaidNothing = problem.verdict === undefined;
  if (serverSaidNothing) return { blamed: problem.blamed, delivery, forgiven: [], trouble: problem.message };

  if (blamed === 'sender') {
    const trouble = problem.blamed === 'sender' ? problem.message : sentenceOfRun(problem.reply);
    return { blamed, delivery: senderFault(trouble, problem.reply), forgiven, trouble };
  }

  // The server takes other emails from us, so it is this one that it does not take.
  const outcome = problem.blamed === 'sender' ? 'deferred' : delivery.outcome;
  const trouble = problem.blamed === 'recipient' ? undefined : problem.message;
  return { blamed: 'recipient', delivery: { ...delivery, outcome }, forgiven: [], trouble };
}

const sentenceOfRun = (reply: string): string =>
  `The mail server refuses one email after another (${reply}). ${checkSender}`;

/** The email waits until somebody has acted: the outbox says what to do, and the reply. */
const senderFault = (advice: string, reply: string): Delivery => ({
  outcome: 'sender-fault',
  reply: `${advice} It replied: ${reply}`,
  verdict: null,
});
