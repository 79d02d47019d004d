import type { KeyObject } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type BounceEffect, noteBounce } from '../note-bounce.ts';
import type { Hook, HookEvent } from './hook.ts';
import { createPostmarkHook } from './postmark.ts';
import { createResendHook } from './resend.ts';
import { createSendgridHook } from './sendgrid.ts';
import { createSesHook, type Fetch } from './ses.ts';

/** What proves that a call is a provider's. A provider without it has no hook. */
export interface HookSettings {
  /** The ARN of the topic at Amazon SNS. */
  ses?: string | undefined;
  /** The password in the hook's URL. */
  postmark?: string | undefined;
  resend?: { secret: string; sender: string } | undefined;
  /** The public key of the signed event webhook. */
  sendgrid?: KeyObject | undefined;
}

export interface Hooks {
  byProvider: Partial<Record<keyof HookSettings, Hook | undefined>>;
  /** @throws DatabaseUnavailable */
  note(event: HookEvent): Promise<BounceEffect>;
}

/** Opens the web hooks through which providers report bounces and complaints. @param fetch makes requests to Amazon SNS */
export function openHooks(database: Database, settings: HookSettings, fetch?: Fetch): Hooks {
  const { ses, postmark, resend, sendgrid } = settings;
  return {
    byProvider: {
      ses: ses === undefined ? undefined : createSesHook(ses, fetch),
      postmark: postmark === undefined ? undefined : createPostmarkHook(postmark),
      resend: resend && createResendHook(resend),
      sendgrid: sendgrid && createSendgridHook(sendgrid),
    },
    async note({ messageIds, verdict, sentTo }) {
      const isNamed = messageIds.length > 0 || sentTo === undefined;
      return noteBounce(database, {
        messageIds: isNamed ? messageIds : await latestTo(database, sentTo),
        verdict,
      });
    },
  };
}

/**
 * The email that was transmitted last to an address by the time at which one came back. An event that comes twice finds
 * one email, even if others were sent since. The minute is for clocks that differ.
 */
async function latestTo(database: Database, { email, at }: { email: string; at: string }): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select email.message_id::text as id
       from waitlist.emails_to(waitlist.canonical_of($1)) as email
      where email.transmitted_at <= $2::timestamptz + interval '1 minute'
      order by email.transmitted_at desc limit 1`,
    [email, at],
  );
  return rows.map(({ id }) => id);
}
