import { Buffer } from 'node:buffer';
import { judge, judgeFeedback, replyIn, statusCodeIn } from './judge.ts';
import { type Bounce, mildestVerdict } from './note-bounce.ts';
import { parseReturnedMessage, type ReturnedMessage } from './returned-message.ts';

/**
 * Reads a bounce or a complaint. Returns undefined for any other message: an answer from somebody who is away, a receipt, or a
 * delay, after which the server is still trying.
 */
export async function readBounce(message: string | Buffer): Promise<Bounce | undefined> {
  const returned = await parseReturnedMessage(Buffer.from(message)).catch(() => undefined);
  if (!returned) return { messageIds: [], verdict: 'unreadable' };
  const verdict = verdictOfMessage(returned);
  return verdict && { messageIds: returned.messageIds, verdict };
}

function verdictOfMessage(returned: ReturnedMessage): Bounce['verdict'] | undefined {
  const kind = fieldOf(returned.feedback, 'feedback-type') ?? fieldOf(returned.text, 'feedback-type');
  if (kind !== undefined) return judgeFeedback(kind);
  if (isOldComplaint(returned)) return 'complaint';
  const recipients = recipientsOf(returned.deliveryStatus || returned.text);
  return recipients.length > 0 ? readReport(returned, recipients) : readWords(returned);
}

/** Microsoft's older form (JMRP), which Amazon SES forwards too: our email, without a report of feedback. */
const isOldComplaint = ({ from, subject, original }: ReturnedMessage): boolean =>
  original.trim() !== '' &&
  (/^complaint about message from/i.test(subject) ||
    /\bstaff@hotmail\.com\b/i.test(from) ||
    fieldOf(original, 'x-hmxmroriginalrecipient') !== undefined);

/** What a report (RFC 3464) says about one recipient. */
interface Recipient {
  addresses: string[];
  action: string;
  status: string;
  diagnostic: string;
}

/** With a space before the colon too, as Mimecast writes it. A folded line belongs to the field before it. */
const fields = /^([a-z][a-z-]*)[ \t]*:((?:.*(?:\n[ \t]+\S.*)*))/gim;

/** The first field of that name, on one line; undefined without one. */
function fieldOf(text: string, wanted: string): string | undefined {
  for (const [, name = '', value = ''] of text.replaceAll('\r', '').matchAll(fields))
    if (name.toLowerCase() === wanted) return value.replace(/\s+/g, ' ').trim();
  return undefined;
}

/**
 * The recipients of a report. A new one begins where a field comes again: some servers put no empty line between them, and some
 * put one within.
 */
function recipientsOf(report: string): Recipient[] {
  const groups: Map<string, string>[] = [new Map()];
  for (const [, name = '', value = ''] of report.replaceAll('\r', '').matchAll(fields)) {
    const key = name.toLowerCase();
    if (!recipientFields.includes(key)) continue;
    if (startsGroup.includes(key) && groups.at(-1)?.has(key)) groups.push(new Map());
    const group = groups.at(-1);
    const before = group?.get(key) ?? '';
    group?.set(key, `${before} ${value}`.replace(/\s+/g, ' ').trim());
  }
  return groups
    .filter((group) => group.has('final-recipient') || group.has('original-recipient'))
    .filter((group) => group.has('action') || group.has('status') || group.has('diagnostic-code'))
    .map((group) => ({
      addresses: [group.get('original-recipient'), group.get('final-recipient')].map(addressOf),
      action: group.get('action') ?? 'failed',
      status: group.get('status') ?? '',
      diagnostic: (group.get('diagnostic-code') ?? '').replace(/^[\w-]+ ?; ?/, ''),
    }));
}

const startsGroup = ['final-recipient', 'action', 'status'];

const recipientFields = [...startsGroup, 'original-recipient', 'diagnostic-code'];

const addressOf = (field = '') => /[^\s;<>]+@[^\s;<>]+/.exec(field)?.[0].toLowerCase() ?? '';

/** An email of ours has one recipient. A report has several where that address is a list, or forwards to others. */
function readReport(returned: ReturnedMessage, all: Recipient[]): Bounce['verdict'] | undefined {
  const addressee = addressOf(fieldOf(returned.original, 'to'));
  const ours = all.filter(({ addresses }) => addressee !== '' && addresses.includes(addressee));
  const recipients = ours.length > 0 ? ours : all;
  const hasFailed = recipients.every(
    ({ action }) => !/^(delayed|delivered|relayed|expanded|deferred)/i.test(action),
  );
  if (!hasFailed) return undefined;
  return mildestVerdict(recipients.map((recipient) => judgeRecipient(recipient, returned))) ?? 'unreadable';
}

/** If a reply is quoted, it is judged alone, as when it is a reply to us. A relay's other words only restate the status code. */
function judgeRecipient({ diagnostic, status }: Recipient, { text, subject }: ReturnedMessage) {
  if (replyIn(diagnostic) !== undefined) return judge({ text: diagnostic });
  const code = statusCodeIn(status) ?? undefined;
  return judge({ text: diagnostic, explanations: [status, text, subject], status: code });
}

/** A bounce without a report: the server's own words. */
function readWords(returned: ReturnedMessage): Bounce['verdict'] | undefined {
  const { subject, text } = returned;
  if (!saysFailure(returned) || isAnswer.test(subject) || saysDelay(`${subject}\n${text}`)) return undefined;
  const reply = replyIn(text);
  const verdict =
    reply === undefined
      ? judge({ text, explanations: [subject] })
      : judge({ text: reply, explanations: [text] });
  return verdict ?? 'unreadable';
}

const isAnswer =
  /^(automatic reply|auto[- ]?(reply|response)|out of (the )?office|abwesen|réponse automatique|vacation)/i;

/** Exim and Google name the recipient in a header. Other servers are known by their name or by the subject. */
const saysFailure = ({ from, subject, header }: ReturnedMessage): boolean =>
  header('x-failed-recipients') !== '' ||
  header('content-type').includes('delivery-status') ||
  mailSystem.test(from) ||
  failure.test(subject);

const mailSystem =
  /mailer-?daemon|post ?master|mail[ .]?delivery|mdaemon|mail ?administrator|system administrator/i;

const failure =
  /undeliver|not (be )?deliver|deliver\w* (status|fail|problem|error|report)|fail(ed|ure)? (notice|delivery|mail)|mail (system |delivery )?(fail|error)|return(ed|ing) (mail|message|to)|(message|mail) (bounced|rejected|not sent)|rejected mail|error sending|non[- ]?(deliver|remis)|unzustellbar|onbestelbaar|n[ãa]o[ _]entregue|no se puede entregar|could not be sent/i;

/** Whether the server is still trying. */
const saysDelay = (text: string): boolean => delay.test(text) && !/permanent/i.test(text);

const delay =
  /warning (message )?only|not need to resend|no action is required|not need to take any action|still being retried|has been (delayed|postponed)|not yet been delivered|noch nicht zugestellt|pas encore été remis|aún no se ha entregado|ainda não foi entregue|nog niet (?:bezorgd|afgeleverd)|non è (?:stato )?ancora (?:stato )?(?:recapitato|consegnato)|will (be retried|keep trying|continue)|attempts will continue|message delayed/i;
