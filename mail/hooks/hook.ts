import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { judge, type Verdict } from '../judge.ts';
import type { Bounce } from '../note-bounce.ts';

/** A provider's call to one of our web hooks. */
export interface HookCall {
  /** The text as it came, because signatures are over it. */
  body: string;
  /** Gives the value of a header; empty without it. */
  header(name: string): string;
}

/** An event of a provider's web hook: one email that came back or was complained about. */
export interface HookEvent extends Bounce {
  /** How to find the email if the provider does not name it: the address it went to, and when it came back. */
  sentTo?: { email: string; at: string } | undefined;
}

/**
 * What is wrong with a call.
 * - `unproven`: it is not signed by the provider, or long ago.
 * - `not-ours`: it is the provider's, and about another account.
 * - `malformed`: it is not what the provider's documentation describes.
 */
export type HookCallFault = 'unproven' | 'not-ours' | 'malformed';

/** Checks that a call comes from the provider, and reads it. An event that is no bounce and no complaint gives nothing. */
export type ReadHook = (call: HookCall) => Promise<HookEvent[] | HookCallFault>;

/** What a provider's web hook takes. */
export interface Hook {
  /** A longer body is refused. The file in deploy/nginx lets the largest of them through. */
  maxBodyBytes: number;
  read: ReadHook;
}

/** The longest body of a provider that calls for each email. */
export const maxBodyOfOneEmail = 256_000;

/** Reads JSON that a provider sent. Returns undefined if it is none, or has other fields than documented. */
export function readJson<Schema extends z.ZodType>(schema: Schema, text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, also texts of different lengths. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

/** Seconds: the tolerance that Svix documents. It is enough, because Svix signs a repeated call with a new time. */
export const svixToleranceSeconds = 300;
/**
 * In seconds: longer than a provider goes on trying, Amazon SNS for an hour and SendGrid for 24. Somebody who repeats a call
 * within that time changes nothing, because its bounce has been noted.
 */
export const longestRetrySeconds = 172_800;

/** Whether a time is close to now. @param milliseconds since 1970; NaN is not recent */
export const isRecent = (milliseconds: number, seconds: number): boolean =>
  Math.abs(Date.now() - milliseconds) <= seconds * 1000;

interface Diagnosis {
  /** What the mail server said, such as `smtp; 550 5.1.1 user unknown`; undefined if the provider does not quote it. */
  diagnostic: string | undefined;
  /** The enhanced status code, where the provider gives it in a field of its own. */
  status?: string | undefined;
  /** What the provider's own type of the bounce means. It counts only if the mail server's words say nothing. */
  byType: Verdict | undefined;
}

/** Judges by the mail server's words, and by the provider's type if there are none or they say nothing. */
export function verdictOfDiagnosis({ diagnostic = '', status, byType }: Diagnosis): Verdict | undefined {
  const text = diagnostic.replace(/^[\w-]+ ?; ?/, '').trim();
  const said = text === '' ? undefined : judge({ text, status });
  return said ?? byType;
}

/**
 * Amazon's subtypes of a bounce (docs.aws.amazon.com/ses/latest/dg/notification-contents.html), which Resend passes on.
 * `General` says nothing unless the type is `Permanent`: Amazon gives it to automatic replies of people who are away.
 */
const amazonSubtypes = new Map<string, Verdict>([
  ['NoEmail', 'no-mailbox'],
  ['Suppressed', 'no-mailbox'],
  ['OnAccountSuppressionList', 'no-mailbox'],
  ['MailboxFull', 'deferred'],
  ['MessageTooLarge', 'about-us'],
  ['ContentRejected', 'about-us'],
  ['AttachmentRejected', 'about-us'],
]);

export function amazonVerdict(type: string, subtype: string): Verdict | undefined {
  if (subtype === 'General') return type === 'Permanent' ? 'no-mailbox' : undefined;
  return amazonSubtypes.get(subtype);
}
