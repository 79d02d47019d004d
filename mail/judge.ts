import { judgeWords } from './judge-words.ts';

/**
 * What a mail server or a mailbox provider says about one of our emails.
 * - `no-mailbox`: there is no such mailbox.
 * - `unwilling`: this recipient does not take this email, for another reason.
 * - `deferred`: not now, as with greylisting and a full mailbox.
 * - `about-us`: it is about us (address, words, rights, reputation) or about the server, so the next recipient would meet it too.
 * - `complaint`: the recipient did not want the email.
 */
export type Verdict = 'no-mailbox' | 'unwilling' | 'deferred' | 'about-us' | 'complaint';

/**
 * What is noted about a mailbox when an email to it has been given up.
 * - `soft`: it counts. Several end all emails to the mailbox.
 * - `hard`: it ends them at once, because there is no such mailbox.
 * - `complaint`: it ends them too, and the person leaves the list.
 */
export const notedBounces = ['soft', 'hard', 'complaint'] as const;
export type NotedBounce = (typeof notedBounces)[number];

/** A server's reply to one of our commands, or what a bounce says about one recipient. */
export interface ReplyOrBounce {
  /** The reply, or the diagnostic text of a bounce. */
  text: string;
  /** What a bounce says besides, each read only if those before it say nothing known. */
  explanations?: string[];
  /**
   * The enhanced status code (RFC 3463) in a bounce's own field. It counts only if the text has no code: a relay makes it up from
   * the reply's first digits, and sendmail makes 5.1.1 of every 550.
   */
  status?: string | undefined;
  /** The SMTP command that the reply answers, `CONN` for the greeting. A bounce names it in its text. */
  stage?: string | undefined;
}

/**
 * Decides what a reply or a bounce is about: the recipient, us or the server. It goes by the words, and by the codes only if no words are
 * known: servers send 5.1.1, 5.7.1 or 550 alone in every case. Returns undefined if there are neither known words nor a code.
 */
export function judge({ text, explanations = [], status, stage }: ReplyOrBounce): Verdict | undefined {
  const codes = codesOf(text, status);
  const decided = judgeCodesAboutUs(codes) ?? judgeTexts([text, ...explanations], codes) ?? judgeCodes(codes);
  const noRecipientWasNamed =
    stagesBeforeRecipient.includes(stage ?? '') || beforeRecipient.test([text, ...explanations].join('\n'));
  if (noRecipientWasNamed && (decided === 'no-mailbox' || decided === 'unwilling')) return 'about-us';
  return decided;
}

/** The kinds of feedback that call an email unwanted (RFC 5965; opt-out stood in its drafts). */
const complaints = ['abuse', 'fraud', 'virus', 'opt-out', 'opt-out-list', 'miscategorized'];

/**
 * Decides what a report of feedback (ARF) says. Other kinds are about the email's path (auth-failure, RFC 6591), or say that it
 * was wanted after all (not-spam, RFC 6430): they give undefined.
 */
export function judgeFeedback(kind: string): Verdict | undefined {
  return complaints.includes(kind.toLowerCase()) ? 'complaint' : undefined;
}

/**
 * What is noted about the mailbox once the email has been given up, null for nothing. What is `deferred` counts then too: the
 * server had its time. What is about us is never put down to a recipient.
 */
export function bounceToNote(verdict: Verdict | undefined): NotedBounce | null {
  if (verdict === undefined || verdict === 'about-us') return null;
  if (verdict === 'complaint') return 'complaint';
  return verdict === 'no-mailbox' ? 'hard' : 'soft';
}

/** The enhanced status code (RFC 3463) in a text; null without one. */
export const statusCodeIn = (text: string): string | null =>
  /(?<![\w.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(text)?.[0] ?? null;

/** Where a server's reply begins in a text. A number before a unit is no code, as in "450 minutes". */
const smtpCode =
  /(?<![\w.+-])[45]\d\d(?=[ -]?$|\]|[ :,-]+[#<"'([{\w])(?! (?:minute|hour|day|second|byte|[km]b))/im;

/** The reply that a bounce quotes among its own words: from its code to the next empty line. Undefined without a code. */
export function replyIn(text: string): string | undefined {
  const start = text.search(smtpCode);
  return start < 0 ? undefined : text.slice(start).split(/\n\s*\n/, 1)[0];
}

interface Codes {
  smtp: number | null;
  status: string | null;
}

function codesOf(text: string, statusBesides = ''): Codes {
  const smtp = smtpCode.exec(text)?.[0];
  const status = statusCodeIn(text);
  if (smtp === undefined && status === null) return { smtp: null, status: statusBesides || null };
  return { smtp: smtp === undefined ? null : Number(smtp), status };
}

const stagesBeforeRecipient = ['CONN', 'EHLO', 'HELO', 'MAIL FROM'];

/** How bounces name those stages. */
const beforeRecipient =
  /(?:after|in reply to|following) (?:the )?(?:mail from|helo|ehlo|initial connection)|(?:sender|name) was rejected|greeting failed|refused to talk to me/i;

const isTemporary = ({ smtp, status }: Codes): boolean =>
  smtp === null ? (status?.startsWith('4') ?? false) : smtp < 500;

/** Codes that are about us: a login or TLS is wanted (RFC 4954, RFC 3207), or our address is at fault (RFC 3463). */
function judgeCodesAboutUs({ smtp, status }: Codes): Verdict | undefined {
  const isAboutUs = smtp === 530 || /\.1\.[78]$/.test(status ?? '');
  return isAboutUs ? 'about-us' : undefined;
}

function judgeCodes(codes: Codes): Verdict | undefined {
  const status = codes.status ?? '';
  if (codes.smtp === null && status === '') return undefined;
  // RFC 3463: x.3 is the mail system, x.7 security and policy, x.4.5 a system that takes no more for now, x.2.3 the email's size.
  if (/^.\.(3\.|7\.|4\.5$|2\.3$)/.test(status)) return 'about-us';
  const isFull = /^.\.2\.2$/.test(status);
  if (isFull || isTemporary(codes)) return 'deferred';
  // No such mailbox, no such domain, an address that cannot be one, a mailbox that has moved, and Exchange's code for the first.
  return /^5\.1\.(1|2|3|6|10)$/.test(status) ? 'no-mailbox' : 'unwilling';
}

function judgeTexts(texts: string[], codes: Codes): Verdict | undefined {
  const verdict = texts.map(judgeWords).find((found) => found !== undefined);
  if (verdict === undefined || verdict === 'about-us') return verdict;
  return isTemporary(codes) ? 'deferred' : verdict;
}
