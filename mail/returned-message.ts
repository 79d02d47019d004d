import { Buffer } from 'node:buffer';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';
import { messageIdsInBrackets, messageIdsInHeaders, messageIdsInSenders } from './message-ids.ts';

/** A message that came back, taken apart: what the other server wrote, and what it returned of ours. */
export interface ReturnedMessage {
  from: string;
  subject: string;
  /** Takes the name of an outer header in lower case and gives its value; empty without one. */
  header(name: string): string;
  /** What is written for people: the text, or the HTML as text, up to where our email begins. */
  text: string;
  /** The fields of the delivery status (RFC 3464); empty without one. */
  deliveryStatus: string;
  /** The fields of the feedback report (ARF, RFC 5965); empty without one. */
  feedback: string;
  /** Our email or its headers, as far as they were returned. */
  original: string;
  /** The ids (32 hex digits) that may be our email's, the likeliest first. The report's own Message-ID is not one of them. */
  messageIds: string[];
}

/** @throws if the message is nested or its headers are large beyond all reason */
export async function parseReturnedMessage(message: Buffer): Promise<ReturnedMessage> {
  const beginning = withLineFeeds(message.subarray(0, maxMessage));
  const email = await PostalMime.parse(fromFirstHeader(beginning), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
  });
  const parts = email.attachments.map(({ mimeType, content }) => ({
    type: mimeType,
    content: `${content}`.slice(0, maxLength),
  }));
  const partsOf = (...types: string[]) =>
    parts
      .filter(({ type }) => types.includes(type))
      .map(({ content }) => content)
      .join('\n\n');
  const body = email.text?.trim() ? email.text : textOfHtml(email.html);
  const written = [body.slice(0, maxLength), partsOf('text/plain')].join('\n');
  const [text, inlineOriginal] = splitAtOriginal(written);
  const original = `${partsOf(...originalTypes)}\n\n${inlineOriginal}`;
  const header = (name: string) => headerOf(email, name);
  return {
    from: header('from'),
    subject: email.subject ?? '',
    header,
    text,
    deliveryStatus: partsOf('message/delivery-status', 'message/global-delivery-status'),
    feedback: partsOf('message/feedback-report'),
    original,
    messageIds: messageIdsOf(email, original, [written, ...parts.map(({ content }) => content)].join('\n')),
  };
}

/** In bytes, and of each part in characters: what a server has to say stands at the beginning, as does the head of our email. */
const maxMessage = 1_000_000;
const maxLength = 100_000;

const originalTypes = [
  'message/rfc822',
  'message/global',
  'message/partial',
  'text/rfc822-headers',
  'text/rfc822-header',
  'message/rfc822-headers',
  'message/global-headers',
];

/** Some mail programs store a message with carriage returns alone. */
function withLineFeeds(message: Buffer): Buffer {
  if (message.includes('\n')) return message;
  return Buffer.from(message.toString('latin1').replaceAll('\r', '\n'), 'latin1');
}

/** Without empty lines at its beginning, and without the line "From …" that an mbox puts there. */
function fromFirstHeader(message: Buffer): Buffer {
  const before = /^\s*(?:>?From [^\n]*\n)?/.exec(message.toString('latin1', 0, 1000))?.[0] ?? '';
  return message.subarray(before.length);
}

const textOfHtml = (html = ''): string => convert(html.slice(0, maxLength), { wordwrap: false });

const headerOf = ({ headers }: Email, name: string): string =>
  headers
    .filter(({ key }) => key === name)
    .map(({ value }) => value)
    .join(' ');

/** Headers that a server's own words never begin a line with, and that a returned email has. */
const returnedHeader = /^(?:> ?)?(?:received|return-path|message-id|mime-version|dkim-signature|list-id):/im;

/** Lines that servers write before the email that follows. */
const announcement =
  /^.*(?:(?:original|returned|undelivered|unsent|rejected) (?:message|mail|e-mail|headers?).{0,30}(?:follow|below|attached|-{3}|:\s*$)|is a copy of (?:the|your) (?:original )?message|message (?:text|headers?) follows?|returned mail follows).*$/im;

/** Splits a text into what the server wrote and our email, if it is quoted there. */
function splitAtOriginal(text: string): [string, string] {
  const starts = [returnedHeader, announcement].map((pattern) => text.search(pattern));
  const found = starts.filter((start) => start >= 0);
  if (found.length === 0) return [text, ''];
  const start = Math.min(...found);
  return [text.slice(0, start), text.slice(start)];
}

/** A bounce of a bounce may bring many along. */
const maxIds = 10;

/**
 * Our envelope sender (bounce+ID@…) says it best, then the Message-ID of what was returned, then any other that is quoted. Other
 * senders have ids of 32 digits too, so the database has the last word.
 */
function messageIdsOf(email: Email, original: string, contents: string): string[] {
  const outer = email.headers.map(({ value }) => value).join('\n');
  const answered = `${headerOf(email, 'in-reply-to')} ${headerOf(email, 'references')}`;
  const found = [
    ...messageIdsInSenders(outer),
    ...messageIdsInSenders(contents),
    ...messageIdsInHeaders(original),
    ...messageIdsInBrackets(contents),
    ...messageIdsInBrackets(answered),
  ];
  return [...new Set(found)].slice(0, maxIds);
}
