import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { messageIdsIn } from '../message-ids.ts';
import {
  amazonVerdict,
  type Hook,
  type HookCall,
  isRecent,
  isSameSecret,
  maxBodyOfOneEmail,
  type ReadHook,
  readJson,
  svixToleranceSeconds,
  verdictOfDiagnosis,
} from './hook.ts';

/** An event about an email (resend.com/docs/webhooks/emails/bounced and complained); others have other data. */
const resendEvent = z.object({
  type: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  data: z.object({
    from: z.string().optional(),
    to: z.array(z.string()).optional(),
    message_id: z.string().optional(),
    bounce: z
      .object({
        type: z.string(),
        subType: z.string(),
        /** What the mail server said. `message`, beside it, is a sentence of Resend's about the type. */
        diagnosticCode: z.array(z.string()).optional(),
      })
      .optional(),
  }),
});
type ResendEvent = z.output<typeof resendEvent>;

/** Emails that Resend did not send at all. The recipient's mail server was never asked, so the verdict is *about-us*. */
const unsentTypes = ['email.suppressed', 'email.failed'];

function verdictOfEvent({ type, data: { bounce } }: ResendEvent) {
  if (type === 'email.complained') return 'complaint';
  if (unsentTypes.includes(type)) return 'about-us';
  if (type !== 'email.bounced' || !bounce) return undefined;
  const diagnostic = bounce.diagnosticCode?.join('\n');
  const byType = amazonVerdict(bounce.type, bounce.subType);
  return verdictOfDiagnosis({ diagnostic, byType }) ?? 'unreadable';
}

const addressIn = (from = ''): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();

/** Svix's signature (docs.svix.com/receiving/verifying-payloads/how-manual). There are several while a secret is replaced. */
function isSigned({ body, header }: HookCall, key: Buffer): boolean {
  const [id, time] = [header('svix-id'), header('svix-timestamp')];
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const signatures = header('svix-signature').split(' ');
  const isOurs = signatures.some((signature) => isSameSecret(signature, `v1,${expected}`));
  return isOurs && isRecent(Number.parseInt(time, 10) * 1000, svixToleranceSeconds);
}

/**
 * Reads what Resend calls about.
 *
 * `message_id` is documented as the Message-ID of the sent email. Whether Resend keeps the one that an email brings along by SMTP
 * is not documented and not tried. Where it is not ours, the email is the latest to that recipient: a bounce concerns the same
 * mailbox whichever email it was. Nor is it documented that Resend's reply by SMTP holds its `email_id`, so that is not tried.
 * @param secret the signing secret, `whsec_…`
 * @param sender our address in From: other emails of the same account are not ours
 */
export function createResendHook({ secret, sender }: { secret: string; sender: string }): Hook {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const read: ReadHook = async (call) => {
    if (!isSigned(call, key)) return 'unproven';
    const event = readJson(resendEvent, call.body);
    if (!event) return 'malformed';
    const verdict = verdictOfEvent(event);
    const { from, to = [], message_id: messageId = '' } = event.data;
    if (verdict === undefined || addressIn(from) !== sender.toLowerCase()) return [];
    const [email] = to;
    const sentTo = email === undefined || to.length > 1 ? undefined : { email, at: event.created_at };
    return [{ messageIds: messageIdsIn(messageId), verdict, sentTo }];
  };
  return { maxBodyBytes: maxBodyOfOneEmail, read };
}
