import { consent } from '../messages.ts';
import { named, type PageMeta } from '../page-parts.ts';
import type { EmailLink } from '../paths.ts';
import { ifSilent } from '../silence.ts';
import { site } from '../site.ts';

export interface EmailLinkContent {
  meta: PageMeta;
  title: string;
  text: string;
  /** What pressing the button says or does besides: read with the button. */
  details?: string;
  button: string;
  /** What happens if it is not pressed. */
  otherwise: string;
}

/** On a static host, until the script of the page has come. */
export const beforeScript =
  'One moment. If no button appears, JavaScript is off or did not arrive: reply to our email, and we will do by hand what you ask for.';

export const emailLinks: Record<EmailLink, EmailLinkContent> = {
  confirm: {
    meta: {
      ...named('Was it you?'),
      description: 'One press confirms that the address on the waitlist is yours.',
    },
    title: 'Was it you?',
    text: `Your address is on the ${site.name} waitlist. If you put it there, press the button, and we can invite you to the beta.`,
    details: consent.confirmation,
    button: 'Yes, this is me, and I consent',
    otherwise: `Opening this page has changed nothing. If it was not you, press This wasn’t me in the email, and again on the page it opens: the address is then erased at once. If you do nothing, ${
      site.reminderAfterDays > 0 ? 'we will ask once more at most, and ' : ''
    }${ifSilent}.`,
  },
  leave: {
    meta: {
      ...named('Leave the waitlist'),
      description: 'One press takes your address off the waitlist, and our emails end.',
    },
    title: 'Leave the waitlist?',
    text: 'Press the button, and our emails end at once. Nobody asks you why.',
    details:
      'You then give up founder pricing, unless you have opened an account with it. Your address stays marked as left, so that nothing is sent to it. To have it erased instead, open Your place on the list through the link in our email.',
    button: 'Leave the waitlist',
    otherwise: 'If you only came to look, close this page: you are still on the list.',
  },
  'not-me': {
    meta: {
      ...named('This wasn’t you'),
      description: 'One press, and no email of ours goes to this address again.',
    },
    title: 'This wasn’t you?',
    text: 'Then somebody typed your address. Press the button: we erase it from the list, and never email it again, even if somebody types it again.',
    button: 'This wasn’t me',
    otherwise: `We keep only a code that stops our emails. No button undoes this: if you change your mind one day, write to ${site.contact.address}.`,
  },
  change: {
    meta: {
      ...named('Is this your new address?'),
      description: 'One press moves your place on the waitlist to this address.',
    },
    title: 'Is this your new address?',
    text: 'Press the button, and your place moves here with its date. The old address gets one last email, which says so. If this address has a place already, the two become one.',
    details: consent.confirmation,
    button: 'Yes, move it here',
    otherwise: 'If you did not ask for this, close the page. Nothing changes.',
  },
};
