import { controller, minimumAge, name } from './site.ts';

/** The label of every button that opens the waitlist dialog, Free’s excepted (docs/specification.md#joining). */
export const joinWaitlist = 'Join Waitlist';

const joining = 'Joining...';
const emailLabel = 'Email address';
const emailPlaceholder = 'you@example.com';

/** A line each, so that each is read. */
const agreed = [
  `By joining I let ${controller.name} keep my email address and how I heard of ${name}, and email me about the beta, the launch and new articles.`,
  `Being on this list may reveal my religion, and I explicitly consent to ${controller.name} keeping me on it.`,
  `I am ${minimumAge} or over, and can leave at any time by a link in every email.`,
] as const;

/**
 * What a visitor agrees to.
 * - `lines` stand above a join button, `confirmation` above the button of the page behind Yes.
 * - `version` is stored with each press of both.
 * - A change of the words needs a migration that adds a row to waitlist.wordings. A test compares the two.
 */
export const consent = {
  version: '2026-11-28',
  lines: agreed,
  text: agreed.join(' '),
  confirmation: `By pressing it I explicitly consent to ${controller.name} keeping me on the list and emailing me, although that may reveal my religion.`,
  privacyLink: 'Privacy policy',
} as const;

/**
 * The first 16 digits of the SHA-256 of both, with {name} for the product’s name and {controller} for the controller’s. It changes
 * only together with the version.
 */
export const consentDigest = 'acce4d9762c40360';

/** The words of a form that passes its field on to the dialog: the hero’s and the blog’s. */
export interface PrefillFormWords {
  emailLabel: string;
  emailPlaceholder: string;
  join: string;
  /** The words of the consent, because a form that is sent without a script joins without the dialog. */
  consent: readonly string[];
  privacyLink: string;
}

export const prefillForm: PrefillFormWords = {
  emailLabel,
  emailPlaceholder,
  join: joinWaitlist,
  consent: consent.lines,
  privacyLink: consent.privacyLink,
};

export const ctaForm = {
  emailLabel,
  emailPlaceholder,
  join: joinWaitlist,
  joining,
  consent: consent.lines,
  privacyLink: consent.privacyLink,
} as const;

export const waitlistDialog = {
  title: 'Join the waitlist',
  description: 'Then, to be invited, press Yes in our email, and on the page it opens.',
  emailLabel,
  emailPlaceholder,
  sourceLabel: 'How did you hear about us?',
  sourcePlaceholder: 'Choose one',
  join: joinWaitlist,
  joining,
  consent: consent.lines,
  privacyLink: consent.privacyLink,
  close: 'Close',
} as const;

/** The words before an address that is offered instead of the typed one, in every form; a question mark follows it. */
export const didYouMean = 'Did you mean';

/** The server’s sentences for a refused join, for pages that show them without a script; a test compares them with the SQL. */
export const refusals = {
  address: 'That does not look like a complete email address. Check it and try again.',
  tooMany: 'There have been many tries in a short time. Wait a minute and try again.',
} as const;
