import { name } from './site.ts';

/**
 * What is left to do after joining.
 * - With a script it stays on the page until the visitor closes it. Without one it is on the page that the form leads to.
 * - It is true for everybody, because the answer to a join tells nobody who was on the list before.
 * - `joined` says what the toast says, for whoever has missed the toast.
 */
export const nextStep = {
  asked: {
    title: 'One step left',
    joined: 'You are on the waitlist.',
    text: 'We are sending you an email to ask if it was you. Press Yes in it, and again on the page that opens: then we can invite you to the beta.',
    help: `It will come from ${name} within minutes. If you cannot find it, look in your spam folder. If you have pressed Yes since you last joined, nothing is left to do.`,
    close: 'Close',
  },
  /** Where no email can be sent. */
  unasked: {
    title: 'Nothing to do yet',
    joined: 'You are on the waitlist.',
    text: 'Our emails have not started yet. When they do, the first will ask you to confirm: press Yes in it, and on the page it opens, to be invited to the beta.',
    help: `It will come from ${name}, and may land in your spam folder. To leave before then, write to us: the link is at the foot of the page.`,
    close: 'Close',
  },
} as const;
