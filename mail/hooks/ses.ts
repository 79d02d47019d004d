import { Buffer } from 'node:buffer';
import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { judgeFeedback } from '../judge.ts';
import { messageIdsIn } from '../message-ids.ts';
import { mildestVerdict } from '../note-bounce.ts';
import {
  amazonVerdict,
  type Hook,
  type HookEvent,
  isRecent,
  longestRetrySeconds,
  maxBodyOfOneEmail,
  type ReadHook,
  readJson,
  verdictOfDiagnosis,
} from './hook.ts';

/** Makes a request to Amazon; the tests answer it themselves. */
export type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/** A message of Amazon SNS (docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html). */
const snsMessage = z.object({
  Type: z.string(),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  /** Only of a message about a subscription. */
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type SnsMessage = z.output<typeof snsMessage>;

const hashes = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const;

/** In the order in which Amazon signs them (docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). */
const signedFields = [
  'Message',
  'MessageId',
  'Subject',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
] as const;

function isSigned(message: SnsMessage, key: KeyObject): boolean {
  const lines = signedFields
    .filter((field) => message[field] !== undefined)
    .map((field) => `${field}\n${message[field]}\n`);
  const signature = Buffer.from(message.Signature, 'base64');
  return verify(hashes[message.SignatureVersion], Buffer.from(lines.join('')), key, signature);
}

/** The host of Amazon SNS in the region of a topic, such as arn:aws:sns:eu-west-1:123456789012:bounces. */
function hostOf(topic: string): string {
  const [, partition, , region] = topic.split(':');
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/**
 * What Amazon SES publishes about a bounce or a complaint, by either of its ways
 * (docs.aws.amazon.com/ses/latest/dg/notification-contents.html and event-publishing-retrieving-sns-contents.html).
 */
const sesEvent = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({
    /** The envelope sender, in which our id stands. */
    source: z.string(),
    /** Only where the original headers are published too. Amazon sends the email on under a Message-ID of its own. */
    commonHeaders: z.object({ messageId: z.string().optional() }).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string(),
      bouncedRecipients: z.array(
        z.object({ status: z.string().optional(), diagnosticCode: z.string().optional() }),
      ),
    })
    .optional(),
  /** The kind is one of RFC 5965. It is missing if the mailbox provider sent no report. */
  complaint: z.object({ complaintFeedbackType: z.string().nullish() }).optional(),
});
type SesEvent = z.output<typeof sesEvent>;

function verdictOfEvent({ notificationType, eventType, bounce, complaint }: SesEvent) {
  const type = eventType ?? notificationType;
  if (type === 'Complaint' && complaint) return judgeFeedback(complaint.complaintFeedbackType ?? 'abuse');
  if (type !== 'Bounce' || !bounce) return undefined;
  const byType = amazonVerdict(bounce.bounceType, bounce.bounceSubType);
  const verdicts = bounce.bouncedRecipients.map(({ diagnosticCode: diagnostic, status }) =>
    verdictOfDiagnosis({ diagnostic, status, byType }),
  );
  return mildestVerdict(verdicts) ?? 'unreadable';
}

function readEvent(event: SesEvent): HookEvent[] {
  const verdict = verdictOfEvent(event);
  if (verdict === undefined) return [];
  const { source, commonHeaders } = event.mail;
  return [{ messageIds: messageIdsIn(`<${source}>\n${commonHeaders?.messageId ?? ''}`), verdict }];
}

/**
 * Reads what Amazon SES publishes to a topic of Amazon SNS, and confirms the subscription to that topic.
 * @throws Error if Amazon does not answer us: Amazon tries again after a 500
 */
export function createSesHook(topic: string, fetch: Fetch = globalThis.fetch): Hook {
  const host = hostOf(topic);
  /** Amazon signs with one certificate for months. */
  let cached: { url: string; key: KeyObject } | undefined;

  const isAmazons = (url: URL | null): boolean =>
    url?.protocol === 'https:' && url.host === host && url.username === '' && url.hash === '';

  function isCertificate(address: string): boolean {
    const url = URL.parse(address);
    // Not an answer of Amazon's API, in which words of a stranger may stand.
    return isAmazons(url) && /^\/[\w-]+\.pem$/.test(`${url?.pathname}${url?.search}`);
  }

  async function load(url: string): Promise<string> {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error('Amazon SNS did not answer as expected.');
    return await response.text();
  }

  async function keyAt(url: string): Promise<KeyObject> {
    if (cached?.url !== url) cached = { url, key: new X509Certificate(await load(url)).publicKey };
    return cached.key;
  }

  const read: ReadHook = async ({ body }) => {
    const message = readJson(snsMessage, body);
    if (!message) return 'malformed';
    // First, so that a stranger who does not know the topic makes us load nothing.
    if (message.TopicArn !== topic) return 'not-ours';
    if (!isCertificate(message.SigningCertURL)) return 'unproven';
    if (!isSigned(message, await keyAt(message.SigningCertURL))) return 'unproven';
    if (!isRecent(Date.parse(message.Timestamp), longestRetrySeconds)) return 'unproven';

    if (message.Type === 'SubscriptionConfirmation') {
      const { SubscribeURL: url = '' } = message;
      if (!isAmazons(URL.parse(url))) return 'unproven';
      await load(url);
      return [];
    }
    // Besides events there is one plain sentence: that Amazon SES has checked the topic.
    if (message.Type !== 'Notification' || !message.Message.startsWith('{')) return [];
    const event = readJson(sesEvent, message.Message);
    return event ? readEvent(event) : 'malformed';
  };
  return { maxBodyBytes: maxBodyOfOneEmail, read };
}
