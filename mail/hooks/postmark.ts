import { Buffer } from 'node:buffer';
import { z } from 'zod';
import type { Verdict } from '../judge.ts';
import {
  type Hook,
  isSameSecret,
  maxBodyOfOneEmail,
  type ReadHook,
  readJson,
  verdictOfDiagnosis,
} from './hook.ts';

/**
 * A call for a bounce or a complaint (postmarkapp.com/developer/webhooks/bounce-webhook and spam-complaint-webhook). Its
 * `MessageID` is Postmark's own. We give ours as metadata (mail/compose.ts), which Postmark gives back.
 */
const postmarkEvent = z.object({
  RecordType: z.string(),
  Type: z.string().optional(),
  /** What the mail server said. */
  Details: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).optional(),
});

/**
 * Postmark's types of bounce (postmarkapp.com/developer/api/bounce-api#bounce-types) that say that an email did not arrive. The
 * others say that Postmark still tries, or that a person or a program has answered.
 */
const bounceTypes = new Map<string, Verdict | undefined>([
  ['HardBounce', 'no-mailbox'],
  ['BadEmailAddress', 'no-mailbox'],
  ['SoftBounce', 'deferred'],
  ['DnsError', 'deferred'],
  ['Unknown', undefined],
  ['Blocked', 'about-us'],
  ['SpamNotification', 'about-us'],
  ['VirusNotification', 'about-us'],
  ['DMARCPolicy', 'about-us'],
  ['SMTPApiError', 'about-us'],
]);

function verdictOfEvent({ RecordType, Type = '', Details }: z.output<typeof postmarkEvent>) {
  if (RecordType === 'SpamComplaint') return 'complaint';
  if (RecordType !== 'Bounce' || !bounceTypes.has(Type)) return undefined;
  return verdictOfDiagnosis({ diagnostic: Details, byType: bounceTypes.get(Type) }) ?? 'unreadable';
}

/** The password of HTTP's Basic authentication (RFC 7617), with any user name. */
const passwordIn = (authorization: string): string => {
  const [, credentials = ''] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:?/, '');
};

/**
 * Reads what Postmark calls about. Postmark does not sign: it offers Basic authentication, from the hook's URL
 * (https://hook:PASSWORD@…). A secret in the path would stand in the logs of proxies.
 */
export function createPostmarkHook(password: string): Hook {
  const read: ReadHook = async ({ body, header }) => {
    if (!isSameSecret(passwordIn(header('authorization')), password)) return 'unproven';
    const event = readJson(postmarkEvent, body);
    if (!event) return 'malformed';
    const verdict = verdictOfEvent(event);
    if (verdict === undefined) return [];
    // In whichever case Postmark keeps the field's name: it is a header's.
    const metadata = Object.values(event.Metadata ?? {});
    const messageIds = metadata.filter((value) => /^[\da-f]{32}$/.test(value));
    return [{ messageIds, verdict }];
  };
  return { maxBodyBytes: maxBodyOfOneEmail, read };
}
