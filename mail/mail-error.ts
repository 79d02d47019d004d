import { stripVTControlCharacters } from 'node:util';
import { isCertificateError } from '../system/encryption.ts';
import { judge, statusCodeIn, type Verdict } from './judge.ts';
import type { Culprit } from './mail-state.ts';

/** nodemailer's errors. */
type SmtpError = Error &
  Partial<Record<'code' | 'originalCode' | 'command' | 'response', string>> & { responseCode?: number };

/** Why one email, or any email, cannot be sent. The message is a sentence for the operator, without anybody's address. */
export class MailError extends Error {
  override name = 'MailError';
  /** By its reply alone. Only if that is the recipient does the connection work for the next email. */
  readonly culprit: Culprit;
  /** What the server's reply says; undefined if there was none. */
  readonly verdict: Verdict | undefined;
  /** The server's reply, or the error's message, without addresses. */
  readonly reply: string;

  /** @param thrown nodemailer's error. It is not kept as `cause`, because it quotes the recipient. */
  constructor(thrown: unknown) {
    const error = thrown as SmtpError;
    const code = error.responseCode ?? 0;
    const status = statusCodeIn(error.response ?? '');
    const verdict = judgementOf(error);
    const culprit = culpritBy(error.command, code, verdict);
    super(sentenceOf(error, culprit, status));
    this.culprit = culprit;
    this.verdict = verdict;
    this.reply = plainReply(error.response ?? error.message);
  }

  /** For the outbox, where the email waits until somebody has acted: what to do, and the reply. */
  get advice(): string {
    return `${this.message} It replied: ${this.reply}`;
  }
}

/** Whether the mail server refuses the user or the password, or asks for a login that we have none for. @param thrown nodemailer's error */
export function isLoginFailure(thrown: unknown): boolean {
  const { code, command = '' } = thrown as SmtpError;
  return code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH');
}

/** What the operator can do about a fault of ours. */
export const checkSender = 'Check MAIL_FROM, your quota and block lists with your provider.';

/** Undefined if there was no reply: the server has said nothing about anybody. */
function judgementOf({ response = '', responseCode = 0, command }: SmtpError): Verdict | undefined {
  if (responseCode === 0) return undefined;
  return judge({ text: response || `${responseCode}`, stage: command }) ?? 'unwilling';
}

function culpritBy(command = '', code: number, verdict: Verdict | undefined): Culprit {
  // A server may say what it has against us in its greeting (CONN) already, or only after RCPT TO, as Postfix does.
  if (command === 'MAIL FROM' && code !== 421) return 'us';
  if (verdict === 'about-us' && ['CONN', 'MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) return 'us';
  if (verdict === undefined || !['RCPT TO', 'DATA'].includes(command)) return 'connection';
  // With 421 the server closes the connection (RFC 5321, 4.2.3), for instance because it takes a limited number of emails on one.
  return code === 421 ? 'connection' : 'recipient';
}

function sentenceOf(error: SmtpError, culprit: Culprit, status: string | null): string {
  const { code, originalCode, command = '', responseCode = 0 } = error;
  const codes = [responseCode || '', status ?? ''].join(' ').trim() || originalCode;
  const inBrackets = codes ? ` (${codes})` : '';
  const isTemporary = responseCode > 0 && responseCode < 500;
  if (code === 'EDNS')
    return `The mail server’s name cannot be found${inBrackets}. Check the host in SMTP_URL.`;
  // A TimeoutError is the reason of AbortSignal.timeout.
  if (code === 'ETIMEDOUT' || error.name === 'TimeoutError') return 'The mail server did not answer in time.';
  if (isLoginFailure(error))
    return `The mail server refuses the user or the password${inBrackets}. Check both in SMTP_URL.`;
  if (code === 'ETLS' || command === 'STARTTLS' || isCertificateError(originalCode ?? ''))
    return `The mail server offers no TLS that can be trusted${inBrackets}, and without it nothing is sent. Check the port in SMTP_URL, and its certificate: CA_FILE names the file of a private authority (in a function, CA_CERTIFICATE holds it).`;
  if (responseCode === 530)
    return `The mail server takes nothing without a login or TLS${inBrackets}. Check the user, the password and the port in SMTP_URL.`;
  // nodemailer's own refusal, when the server has said in EHLO how large an email may be (SIZE, RFC 1870).
  if (command === 'MAIL FROM' && responseCode === 0)
    return 'This email is larger than the mail server takes. Make it smaller.';
  if (culprit === 'us' && isTemporary)
    return `The mail server takes no emails now${inBrackets}. They are tried again; if it stays so, ask your provider.`;
  if (culprit === 'us') return `The mail server takes nothing from this sender${inBrackets}. ${checkSender}`;
  if (culprit === 'recipient' && isTemporary)
    return `The mail server cannot take ${command === 'DATA' ? 'this email' : 'an email for this mailbox'} now${inBrackets}.`;
  if (culprit === 'recipient')
    return `The mail server ${command === 'DATA' ? 'refuses this email' : 'has no such mailbox, or refuses it'}${inBrackets}.`;
  if (code === 'ESOCKET')
    return `The mail server cannot be reached${inBrackets}. Check the host and the port in SMTP_URL.`;
  if (code === 'EPROTOCOL' && responseCode !== 421)
    return `What answers at SMTP_URL does not greet as a mail server does${inBrackets}. Check the host and the port.`;
  return `The mail server closed the connection${inBrackets}.`;
}

/** A reply as it may be stored and printed: without addresses, and without what a terminal would obey. */
export const plainReply = (reply: string): string =>
  stripVTControlCharacters(reply.toWellFormed())
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;]+/g, '…');
