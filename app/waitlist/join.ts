import { refusals } from '../../content/messages.ts';
import { nextStep } from '../../content/next-step.ts';
import { toasts } from '../../content/toasts.ts';
import { inTime } from '../islands/in-time.ts';
import type { JoinOutcome } from './calls.ts';
import { showNotice } from './notice.ts';

/** The words of a toast. */
export interface Message {
  title: string;
  description: string;
}

/** Why a join failed, in words for the visitor. */
export interface JoinFailure extends Message {
  /** Whether the address is what is wrong. */
  isAboutAddress: boolean;
}

/** @param reason the server's own sentence, where it gave one; it refuses an address with one sentence alone */
const failureFor = (reason: string | undefined): JoinFailure => ({
  ...toasts.failed,
  description: reason ?? toasts.failed.description,
  isAboutAddress: reason === refusals.address,
});

type Calls = typeof import('./calls.ts');

/** Loads what a join needs. A form calls it before it is sent, so that nothing has to come then. */
export async function prepareJoin() {
  const [calls, { showToast }, { showNextStep }] = await Promise.all([
    import('./calls.ts'),
    import('./toaster.tsx'),
    import('./next-step.ts'),
  ]);
  return { calls, showToast, showNextStep };
}

/**
 * Says in a toast what is wrong with a form or a join.
 * @param isReadOut `false` where the focus moves to a field that is described by the same words
 */
export async function showFailure(message: Message, isReadOut = true): Promise<void> {
  try {
    const { showToast } = await inTime(import('./toaster.tsx'));
    await showToast('error', message, isReadOut);
  } catch {
    showNotice();
  }
}

interface Join {
  /** Makes the call of a form. */
  call: (calls: Calls) => Promise<JoinOutcome>;
  /** Called before the success is announced. */
  onJoined: () => void;
  /** The field or the button by which the visitor joins: what is left to do then stands in its place. */
  joinedBy: HTMLElement;
}

/**
 * Joins through one of the two calls. A failed call is an answer, and throws nothing.
 * @returns why it failed; undefined when the visitor has joined and has been told so
 */
export async function join({ call, onJoined, joinedBy }: Join): Promise<JoinFailure | undefined> {
  const prepared = await inTime(prepareJoin()).catch(() => undefined);
  if (!prepared) return failureFor(undefined);
  const outcome = await call(prepared.calls);
  if (!outcome.joined) return failureFor(outcome.reason);
  onJoined();
  // The visitor is on the list even if the toast cannot be shown: `showNextStep` says so too.
  await prepared.showToast('success', toasts.joined).catch(() => {});
  prepared.showNextStep(joinedBy, outcome.sendsNoEmail ? nextStep.unasked : nextStep.asked);
  return undefined;
}
