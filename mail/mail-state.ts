/** Whose fault it is that the mail server does not take an email: its recipient's (or the email's own), ours, or the connection's. */
export type Culprit = 'recipient' | 'us' | 'connection';

/** A reply of the mail server that an email is not taken, for good or for now (4yz and 5yz in RFC 5321, 4.2.1). */
export interface NegativeReply {
  messageId: string;
  /** The domain of its recipient. */
  domain: string;
  /** By the words of the reply. */
  culprit: Exclude<Culprit, 'connection'>;
}

/** Whose fault a negative reply is, after a look at those before it. */
export interface Blame {
  /** Undefined if the last event was no negative reply. */
  culprit: Exclude<Culprit, 'connection'> | undefined;
  /** The emails that were blamed for earlier negative replies, which turn out to be our fault as well. */
  forgiven: readonly string[];
}

/** Why nothing goes out, and for how many tries in a row. */
export interface Trouble {
  /** `login`: each further try may lock our account at the provider. */
  cause: 'login' | 'other';
  /** For the operator, without anybody's address. */
  sentence: string;
  times: number;
}

/** What a worker knows about its mail server from what happened so far; the blame is that of the last event. */
export interface MailState extends Blame {
  /** Those since the server last accepted an email, oldest first. */
  negativeReplies: readonly NegativeReply[];
  /**
   * Emails that the server did not take, and then it accepted another one. If it answers one of them with a negative reply again, the
   * fault is that email's or its recipient's. The latest come last.
   */
  suspects: readonly string[];
  trouble: Trouble | undefined;
}

export type MailEvent =
  | { accepted: string }
  | { notAccepted: NegativeReply }
  /** No email can be sent on this connection, or no connection can be made. */
  | { failed: Pick<Trouble, 'cause' | 'sentence'> };

export const initialMailState: MailState = {
  negativeReplies: [],
  suspects: [],
  trouble: undefined,
  culprit: undefined,
  forgiven: [],
};

/** Negative replies of this many domains, or this many in a row, are our fault, even if they say something else. */
const suspiciousDomains = 4;
const suspiciousReplies = 10;

/** An email that another worker sends meanwhile never comes back: the oldest are forgotten. */
const mostSuspects = 1000;

/** The state after an event. It changes nothing. */
export function mailStateAfter(state: MailState, event: MailEvent): MailState {
  if ('accepted' in event) return afterAccepted(state, event.accepted);
  if ('failed' in event) return afterFailure(state, event.failed);
  return afterNegativeReply(state, event.notAccepted);
}

/** The server works, and takes emails from us. */
function afterAccepted({ negativeReplies, suspects }: MailState, messageId: string): MailState {
  const notAccepted = negativeReplies.map((reply) => reply.messageId);
  const others = [...suspects, ...notAccepted].filter((suspect) => suspect !== messageId);
  return { ...initialMailState, suspects: others.slice(-mostSuspects) };
}

function afterFailure(state: MailState, { cause, sentence }: Pick<Trouble, 'cause' | 'sentence'>): MailState {
  const times = state.trouble?.cause === cause ? state.trouble.times + 1 : 1;
  return { ...state, trouble: { cause, sentence, times }, culprit: undefined, forgiven: [] };
}

function afterNegativeReply(state: MailState, reply: NegativeReply): MailState {
  const { messageId } = reply;
  const areWeBlamed = state.negativeReplies.some(({ culprit }) => culprit === 'us');
  const isSuspect = state.suspects.includes(messageId);
  // The server accepts others and again not this one, so the email is to blame.
  if (isSuspect && !areWeBlamed) return { ...state, culprit: 'recipient', forgiven: [] };

  const earlier = state.negativeReplies.filter((before) => before.messageId !== messageId);
  const negativeReplies = [...earlier, reply];
  const domains = new Set(negativeReplies.map(({ domain }) => domain));
  const isRun = domains.size >= suspiciousDomains || negativeReplies.length >= suspiciousReplies;
  if (!isRun) return { ...state, negativeReplies, culprit: reply.culprit, forgiven: [] };
  return {
    ...state,
    negativeReplies: negativeReplies.map((each) => ({ ...each, culprit: 'us' })),
    culprit: 'us',
    forgiven: earlier.filter(({ culprit }) => culprit === 'recipient').map((each) => each.messageId),
  };
}

/** Milliseconds. */
export interface Pauses {
  first: number;
  longest: number;
}

const minuteMs = 60_000;

/** Few tries in a row lock an account, and nobody puts a password right within seconds. */
const loginPauses: Pauses = { first: minuteMs, longest: 30 * minuteMs };

/** How long the worker rests before its next try: twice as long each time, in milliseconds. */
export function restMsAfter({ cause, times }: Trouble, pauses: Pauses): number {
  const { first, longest } = cause === 'login' ? loginPauses : pauses;
  return Math.min(first * 2 ** (times - 1), longest);
}
