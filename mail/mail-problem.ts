import { stripVTControlCharacters } from 'node:util';

/** nodemailer's errors. */
type SmtpError = Error &
  Partial<Record<'code' | 'originalCode' | 'command' | 'response', string>> & { responseCode?: number };

/** Why one email, or any email, cannot be sent. The message is a sentence for the operator, without anybody's address. */
export class MailProblem extends Error {
  override name = 'MailProblem';
  /**
   * What it is about: one email or its recipient; whatever we send, because of the sender or its rights, which are ours to set;
   * or the connection. Only after the first does the connection work for the next email.
   */
  scope: 'email' | 'sender' | 'connection';
  /** What the server's reply says; undefined if there was none. */
  readonly verdict: Verdict | undefined;
  /** The enhanced status code (RFC 3463), if the server sent one. */
  readonly status: string | null;
  /** The server's reply, or the error's message, without addresses. */
  readonly reply: string;

  /** @param thrown nodemailer's error. It is not kept as `cause`, because it quotes the recipient. */
  constructor(thrown: unknown) {
    const error = thrown as SmtpError;
    const code = error.responseCode ?? 0;
    const status = statusOf(error.response ?? '');
    const verdict = code > 0 ? judgeReply(error.response ?? '') : undefined;
    const scope = scopeOf(error.command, code, verdict);
    super(sentenceOf(error, scope, status));
    this.scope = scope;
    this.verdict = verdict;
    this.status = status;
    this.reply = plainReply(error.response ?? error.message);
  }

  /** For the outbox, where the email waits until somebody has acted: what to do, and the reply. */
  get advice(): string {
    return `${this.message} It replied: ${this.reply}`;
  }

  /** Notes that it is one of several refusals in a row, which are about the sender, whatever this one says. */
  blameSender(): void {
    this.scope = 'sender';
    this.message = `The mail server refuses one email after another (${this.reply}). ${checkSender}`;
  }
}

const checkSender = 'Check MAIL_FROM, your quota and block lists with your provider.';

function scopeOf(command = '', code: number, verdict: Verdict | undefined): MailProblem['scope'] {
  // A server may say what it has against the sender in its greeting (CONN) already, or only after RCPT TO, as Postfix does.
  if (command === 'MAIL FROM' && code !== 421) return 'sender';
  if (verdict === 'sender' && ['CONN', 'MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) return 'sender';
  if (verdict === undefined || !['RCPT TO', 'DATA'].includes(command)) return 'connection';
  // With 421 the server closes the connection (RFC 5321, 4.2.3), for instance because it takes only so many emails on one.
  return code === 421 ? 'connection' : 'email';
}

function sentenceOf(error: SmtpError, scope: MailProblem['scope'], status: string | null): string {
  const { code, originalCode, command = '', responseCode = 0 } = error;
  const codes = [responseCode || '', status ?? ''].join(' ').trim() || originalCode;
  const inBrackets = codes ? ` (${codes})` : '';
  const isTemporary = responseCode > 0 && responseCode < 500;
  if (code === 'EDNS')
    return `The mail server’s name cannot be found${inBrackets}. Check the host in SMTP_URL.`;
  // A TimeoutError is the reason of AbortSignal.timeout.
  if (code === 'ETIMEDOUT' || error.name === 'TimeoutError') return 'The mail server did not answer in time.';
  if (code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'))
    return `The mail server refuses the user or the password${inBrackets}. Check both in SMTP_URL.`;
  if (code === 'ETLS' || command === 'STARTTLS' || certificateProblem.test(originalCode ?? ''))
    return `The mail server offers no TLS that can be trusted${inBrackets}, and without it nothing is sent. Check its certificate, or the port in SMTP_URL.`;
  if (responseCode === 530)
    return `The mail server takes nothing without a login or TLS${inBrackets}. Check the user, the password and the port in SMTP_URL.`;
  // nodemailer's own refusal, when the server has said in EHLO how large an email may be (SIZE, RFC 1870).
  if (command === 'MAIL FROM' && responseCode === 0)
    return 'This email is larger than the mail server takes. Make it smaller.';
  if (scope === 'sender' && isTemporary)
    return `The mail server takes no emails now${inBrackets}. They are tried again; if it stays so, ask your provider.`;
  if (scope === 'sender')
    return `The mail server takes nothing from this sender${inBrackets}. ${checkSender}`;
  if (scope === 'email' && isTemporary)
    return `The mail server cannot take ${command === 'DATA' ? 'this email' : 'an email for this mailbox'} now${inBrackets}.`;
  if (scope === 'email')
    return `The mail server ${command === 'DATA' ? 'refuses this email' : 'has no such mailbox, or refuses it'}${inBrackets}.`;
  if (code === 'ESOCKET')
    return `The mail server cannot be reached${inBrackets}. Check the host and the port in SMTP_URL.`;
  if (code === 'EPROTOCOL' && responseCode !== 421)
    return `What answers at SMTP_URL does not greet as a mail server does${inBrackets}. Check the host and the port.`;
  return `The mail server closed the connection${inBrackets}.`;
}

const certificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/**
 * What a mail server's refusal is about. `gone`: there is no such mailbox. `refused`: this mailbox does not take this email.
 * `later`: it passes, as greylisting and a full mailbox do. `sender`: our address, our words, our rights or the server itself,
 * so that the next recipient would meet it too.
 */
export type Verdict = 'gone' | 'refused' | 'later' | 'sender';

/**
 * Words decide before codes, because servers answer 5.7.1, or 550 alone, in every case. The first rule that fits holds. They
 * are the words of the large providers and filters: smtp-replies.tsv has 210 replies with their verdicts.
 */
const rules: [Verdict, ...RegExp[]][] = [
  [
    'sender',
    /relay(ing)? (access |not |is )?(denied|disallowed|permitted|allowed)|\bas a relay\b/i,
    /sender address|(of|invalid) sender|sender invalid|(daily|sending|sender) .*quota/i,
  ],
  [
    'later',
    /grey-?list|verification in progress|receiving mail (at a rate|too quickly)|recipient has exceeded/i,
    /messages they can send to this recipient|over ?quota|quota (exceeded|violation)|mailbox is full/i,
    /storage allocation|mailbox size limit/i,
  ],
  [
    'refused',
    /mailbox delivery|recipient address rejected: (blocked|inactive|block-rcpt|no-domain)/i,
    /address(es)? rejected ?: access denied|blocked senders|user entry|on the target address|inactivity/i,
    /account (that you tried to reach )?is disabled|mailbox is disabled|recipient.s domain/i,
    /\d domain not found|loop detected|forwarding recipient/i,
  ],
  [
    'gone',
    /\b(user|addressee|recipient|mailbox)\b( is)? (unknown|unallocated|not found|does not exist)/i,
    /no such (user|mailbox)|not in recipient list|marked as invalid|doesn't have a \S+ account/i,
    /(user|account|address) ([^\s.]+ )*(does not exist|could not be found)|no longer valid/i,
    /invalid[ -](recipient|address)|not a valid (email|rfc)|not our customer/i,
  ],
  [
    'sender',
    /spam|blo(ck|que)\w* (for|using|list|\(|$)|block ?list|blacklist|listed (at|in|by)|:blocked/i,
    /is (block )?listed|block-send|customized-block|reputation|d(marc|kim)|\bspf\b|spoof|authentic/i,
    /\bdns\b|\bptr\b|rate.limit|frequency limited|unsolicited|suspicious|virus|attachment|banned/i,
    /throttling|excessive|too many recent|unexpected volume|polic(y|ies)|violation|not verified/i,
    /content|not allowed|message (size|rejected|filtered|not accepted)|mail rejected\.|administrative/i,
    /cloudmark|from: header|550 blocked/i,
  ],
  ['later', /temporary server error|try again later|server busy|come back|currently unavailable/i],
];

/** The enhanced status code (RFC 3463) of a reply; null without one. */
export const statusOf = (reply: string) =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(reply)?.[0] ?? null;

/** Whose trouble a refusal is, by its words, then by its codes. */
export function judgeReply(reply: string): Verdict {
  const status = statusOf(reply) ?? '';
  // A login or TLS is wanted (RFC 4954, RFC 3207), or the sender's address is at fault (RFC 3463).
  if (/^530/.test(reply) || /\.1\.[78]$/.test(status)) return 'sender';
  const isTemporary = /^4/.test(reply);
  const verdict = rules.find(([, ...words]) => words.some((some) => some.test(reply)))?.[0];
  if (verdict) return isTemporary && verdict !== 'sender' ? 'later' : verdict;
  // RFC 3463: x.3 is the mail system, x.7 security and policy, x.4.5 a system that takes no more for now.
  if (/^.\.(3\.|7\.|4\.5$)/.test(status)) return 'sender';
  if (isTemporary) return 'later';
  return /^5\.1\./.test(status) ? 'gone' : 'refused';
}

/** A reply as it may be stored and printed: without addresses, and without what a terminal would obey. */
export const plainReply = (reply: string): string =>
  stripVTControlCharacters(reply.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…');
