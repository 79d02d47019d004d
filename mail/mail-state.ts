/** Who is to blame when the mail server does not take an email: its recipient (or the email itself), we, or the connection. */
export type Blamed = 'recipient' | 'sender' | 'line';

/** What the mail server said against one email. */
export interface Refusal {
  messageId: string;
  /** The domain of its recipient. */
  domain: string;
  /** Who is to blame by the words of the reply. */
  blamed: Exclude<Blamed, 'line'>;
}

/** Who is to blame for a refusal, after a look at those before it. */
export interface Blame {
  /** Undefined if the last event was no refusal. */
  blamed: Exclude<Blamed, 'line'> | undefined;
  /** The emails that were blamed for earlier refusals, and for which the sender is to blame as well. */
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
  /** The refusals since the server last took an email, oldest first. */
  refusals: readonly Refusal[];
  /** Emails that were refused before the server took another one: a further refusal is about them alone. The latest are last. */
  suspects: readonly string[];
  trouble: Trouble | undefined;
}

export type MailEvent =
  | { taken: string }
  | { refused: Refusal }
  /** No email can be sent on this connection, or no connection can be made. */
  | { failed: Pick<Trouble, 'cause' | 'sentence'> };

export const noEventYet: MailState = {
  refusals: [],
  suspects: [],
  trouble: undefined,
  blamed: undefined,
  forgiven: [],
};

/** This many domains or refusals in a row blame the sender, even if the replies say something else. */
const suspiciousDomains = 4;
const suspiciousRefusals = 10;

/** An email that another worker sends meanwhile never comes back: the oldest are forgotten. */
const mostSuspects = 1000;

/** The state after an event. It changes nothing. */
export function next(state: MailState, event: MailEvent): MailState {
  if ('taken' in event) return afterTaken(state, event.taken);
  if ('failed' in event) return afterFailure(state, event.failed);
  return afterRefusal(state, event.refused);
}

/** The server works, and takes emails from this sender. */
function afterTaken({ refusals, suspects }: MailState, messageId: string): MailState {
  const refused = refusals.map((refusal) => refusal.messageId);
  const others = [...suspects, ...refused].filter((suspect) => suspect !== messageId);
  return { ...noEventYet, suspects: others.slice(-mostSuspects) };
}

function afterFailure(state: MailState, { cause, sentence }: Pick<Trouble, 'cause' | 'sentence'>): MailState {
  const times = state.trouble?.cause === cause ? state.trouble.times + 1 : 1;
  return { ...state, trouble: { cause, sentence, times }, blamed: undefined, forgiven: [] };
}

function afterRefusal(state: MailState, refusal: Refusal): MailState {
  const { messageId } = refusal;
  const isSenderBlamed = state.refusals.some(({ blamed }) => blamed === 'sender');
  const isSuspect = state.suspects.includes(messageId);
  // The server takes others and refuses this one again, so the email is to blame.
  if (isSuspect && !isSenderBlamed) return { ...state, blamed: 'recipient', forgiven: [] };

  const earlier = state.refusals.filter((known) => known.messageId !== messageId);
  const refusals = [...earlier, refusal];
  const domains = new Set(refusals.map(({ domain }) => domain));
  const isRun = domains.size >= suspiciousDomains || refusals.length >= suspiciousRefusals;
  if (!isRun) return { ...state, refusals, blamed: refusal.blamed, forgiven: [] };
  return {
    ...state,
    refusals: refusals.map((known) => ({ ...known, blamed: 'sender' })),
    blamed: 'sender',
    forgiven: earlier.filter(({ blamed }) => blamed === 'recipient').map((known) => known.messageId),
  };
}

/** Milliseconds. */
export interface Pauses {
  first: number;
  most: number;
}

const minuteMs = 60_000;

/** Few tries in a row lock an account, and nobody puts a password right within seconds. */
const loginPauses: Pauses = { first: minuteMs, most: 30 * minuteMs };

/** How long the worker rests before its next try: twice as long each time, in milliseconds. */
export function restAfter({ cause, times }: Trouble, pauses: Pauses): number {
  const { first, most } = cause === 'login' ? loginPauses : pauses;
  return Math.min(first * 2 ** (times - 1), most);
}
