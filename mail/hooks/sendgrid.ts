import { Buffer } from 'node:buffer';
import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { Verdict } from '../judge.ts';
import { messageIdsIn } from '../message-ids.ts';
import {
  type Hook,
  type HookCall,
  isRecent,
  longestRetrySeconds,
  type ReadHook,
  readJson,
  verdictOfDiagnosis,
} from './hook.ts';

/** The events of a call (twilio.com/docs/sendgrid/for-developers/tracking-events/event). */
const sendgridEvents = z.array(
  z.object({
    event: z.string(),
    /** The Message-ID that our email brought along. If SendGrid does not sign for our domain, it is another one (anymail#108). */
    'smtp-id': z.string().optional(),
    type: z.string().optional(),
    reason: z.string().optional(),
    status: z.string().optional(),
    bounce_classification: z.string().optional(),
  }),
);
type SendgridEvent = z.output<typeof sendgridEvents>[number];

const classifications = new Map<string, Verdict>([
  ['Invalid Address', 'no-mailbox'],
  ['Mailbox Unavailable', 'deferred'],
  ['Content', 'about-us'],
  ['Reputation', 'about-us'],
  ['Frequency or Volume Too High', 'about-us'],
]);

/** The verdict where SendGrid did not send an email because of what it met before. For its other reasons the verdict is *about-us*. */
const dropReasons = new Map<string, Verdict>([
  ['Bounced Address', 'no-mailbox'],
  ['Invalid', 'no-mailbox'],
  ['Spam Reporting Address', 'complaint'],
]);

function verdictOfEvent({ event, type, reason, status, bounce_classification = '' }: SendgridEvent) {
  if (event === 'spamreport') return 'complaint';
  if (event === 'dropped') return dropReasons.get(reason ?? '') ?? 'about-us';
  if (event !== 'bounce') return undefined;
  // SendGrid's blocks are refusals "for reasons related to the message, not the address".
  const byType = type === 'blocked' ? 'about-us' : classifications.get(bounce_classification);
  return verdictOfDiagnosis({ diagnostic: reason, status, byType }) ?? 'unreadable';
}

/** Twilio's signature (twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features). */
function isSigned({ body, header }: HookCall, key: KeyObject): boolean {
  const time = header('x-twilio-email-event-webhook-timestamp');
  const signature = Buffer.from(header('x-twilio-email-event-webhook-signature'), 'base64');
  const isOurs = verify('sha256', Buffer.from(time + body), key, signature);
  return isOurs && isRecent(Number.parseInt(time, 10) * 1000, longestRetrySeconds);
}

/** Reads what SendGrid calls about. @param key the verification key of the signed event webhook */
export function createSendgridHook(key: KeyObject): Hook {
  const read: ReadHook = async (call) => {
    if (!isSigned(call, key)) return 'unproven';
    const events = readJson(sendgridEvents, call.body);
    if (!events) return 'malformed';
    return events.flatMap((event) => {
      const verdict = verdictOfEvent(event);
      return verdict === undefined ? [] : [{ messageIds: messageIdsIn(event['smtp-id'] ?? ''), verdict }];
    });
  };
  // SendGrid collects up to 768 kB of events before it calls.
  return { maxBodyBytes: 1_000_000, read };
}
