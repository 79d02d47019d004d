import { refusals } from '../messages.ts';
import { nextStep } from '../next-step.ts';
import { named, type PageMeta } from '../page-parts.ts';
import { bottomFormPath, homePath, roadmapPath, type WaitlistOutcome } from '../paths.ts';
import { site } from '../site.ts';
import { toasts } from '../toasts.ts';

interface Share {
  text: string;
  links: readonly { label: string; href: `https://${string}` | `mailto:${string}` }[];
}

export interface WaitlistAnswer {
  meta: PageMeta;
  /** After a join, the words of the toast that a visitor with a script sees. */
  title: string;
  /** The words of the title that are golden, for people who are on the list now. */
  golden?: string;
  text: string;
  /** What to do now. */
  next: string;
  button: { label: string; href: typeof homePath | typeof bottomFormPath | typeof roadmapPath };
  /** Links with which to tell a friend: plain ones, which call nobody and carry nothing about the visitor. */
  share?: Share;
}

const backToForm = { label: 'Back to the form', href: bottomFormPath } as const;
const homePage = { label: 'Home page', href: homePath } as const;
const roadmap = { label: 'Read the roadmap', href: roadmapPath } as const;

const meta = (title: string, description: string): PageMeta => ({
  ...named(title),
  description,
});

/** A page is set as print is; a toast says it as it is typed in the specification. */
const joinedText = toasts.joined.description.replaceAll("'", '’');

const invitation = `${site.name} will plan the day around prayer: ${site.url}`;

const share: Share = {
  text: 'Know someone who prays between meetings? Send them the site.',
  links: [
    { label: 'WhatsApp', href: `https://wa.me/?text=${encodeURIComponent(invitation)}` },
    {
      label: 'Email',
      href: `mailto:?subject=${encodeURIComponent(site.tagline)}&body=${encodeURIComponent(invitation)}`,
    },
  ],
};

export const waitlistAnswers: Record<WaitlistOutcome, WaitlistAnswer> = {
  joined: {
    meta: meta(
      'You are on the waitlist',
      'Your address is on the list. To be invited, press Yes in our email.',
    ),
    title: toasts.joined.title,
    golden: site.name,
    text: joinedText,
    next: `${nextStep.asked.title}. ${nextStep.asked.text} ${nextStep.asked.help}`,
    share,
    button: roadmap,
  },
  // In its place where no email can be sent.
  'joined-unasked': {
    meta: meta('You are on the waitlist', 'Your address is on the list. An email will ask if it was you.'),
    title: toasts.joined.title,
    golden: site.name,
    text: joinedText,
    next: `${nextStep.unasked.text} ${nextStep.unasked.help}`,
    share,
    button: roadmap,
  },
  'email-required': {
    meta: meta('Email required', 'The field was sent empty, so nothing was stored.'),
    title: toasts.emailRequired.title,
    text: toasts.emailRequired.description,
    next: 'Go back to the form, and type your email address in the field.',
    button: backToForm,
  },
  'address-refused': {
    meta: meta('Check the address', 'The email address is not complete, so nothing was stored.'),
    title: 'Check the address',
    text: refusals.address,
    next: 'Look for a missing dot or a doubled @.',
    button: backToForm,
  },
  'too-many-tries': {
    meta: meta('Too many tries', 'Too many forms came from one connection, so this one was not stored.'),
    title: 'Too many tries',
    text: refusals.tooMany,
    next: 'It need not have been you: in a mosque or a library, many people share one connection.',
    button: backToForm,
  },
  'other-site': {
    meta: meta('Not joined', 'The form did not come from this site, so nothing was stored.'),
    title: 'Not joined',
    text: `The form came from a site other than ${site.name}, so nothing was stored.`,
    next: 'If you did fill in our form, your browser did not tell us so. Please fill it in again, or in another browser.',
    button: backToForm,
  },
  failed: {
    meta: meta(
      'Not joined yet',
      'The waitlist could not be reached just now. The way back to the form is here.',
    ),
    title: 'Not joined yet',
    text: toasts.failed.description,
    next: 'Something failed on our side. You can send the same address again: it will be added only once.',
    button: backToForm,
  },
  // Where `_redirects` of a static host leads a form that was sent without a script.
  'needs-script': {
    meta: meta(
      'Joining needs JavaScript',
      'Without JavaScript the form cannot reach the waitlist, so nothing was stored. Here is what to do.',
    ),
    title: 'Joining needs JavaScript here',
    text: 'Without it the form cannot reach our list, so nothing was stored.',
    next: `Switch JavaScript on and send the form again, or use another browser.`,
    button: backToForm,
  },
  confirmed: {
    meta: meta('Confirmed', 'Your address is confirmed, and your place on the waitlist is yours.'),
    title: 'Your place on the waitlist is confirmed',
    golden: 'is confirmed',
    text: 'Thank you. We will email you when the beta opens.',
    next: 'There is nothing more to do.',
    share,
    button: roadmap,
  },
  left: {
    meta: meta('You have left', 'Your address is off the waitlist, and our emails have ended.'),
    title: 'You have left the waitlist',
    text: 'No more emails will come, not even those that were waiting to be sent.',
    next: 'Your address stays marked as left. Only if somebody types it into the form again will an email ask if it was you. To have it erased, open Your place on the list through the link in our newest email, or write to us. You are welcome back at any time, through the form on the home page.',
    button: homePage,
  },
  'not-you': {
    meta: meta('Thank you for telling us', 'Your address is off the waitlist for good.'),
    title: 'Thank you for telling us',
    text: 'We will not email your address again. If somebody put it on our list, it has been erased from it.',
    next: `Backups may hold it for ${site.retention.backupDays} days. After that we keep only a code, by which we know your address again if somebody types it. The address cannot be read from the code.`,
    button: homePage,
  },
  'change-asked': {
    meta: meta('Check your new inbox', 'An email asks the new address before your place moves there.'),
    title: 'Check your new inbox',
    text: 'Press Yes in our email, and on the page it opens, to move your place. Until then nothing changes.',
    next: 'If you cannot find it, look in the spam folder. If you mistyped the address, go back one page and type it again.',
    button: homePage,
  },
  'change-same': {
    meta: meta('The same address', 'Our emails go to this address already. Nothing was changed.'),
    title: 'That is your address already',
    text: 'Our emails already go there, so nothing was changed.',
    next: 'To move your place, go back one page and type another address.',
    button: homePage,
  },
  'change-refused': {
    meta: meta('Check the new address', 'The new email address is not complete, so nothing was changed.'),
    title: 'Check the new address',
    text: 'It does not look complete, so nothing was changed.',
    next: 'Go back one page and type it again.',
    button: homePage,
  },
  'change-too-often': {
    meta: meta('Too many changes today', 'An address can be changed a few times a day. Nothing was changed.'),
    title: 'Too many changes today',
    text: 'We have asked several new addresses for you today. Nothing was changed this time.',
    next: 'Open the link in our email again tomorrow.',
    button: homePage,
  },
  changed: {
    meta: meta('Your place has moved', 'Our emails go to your new address now.'),
    title: 'Your place has moved',
    text: 'Our emails go to your new address now. Your place keeps its date, and what you agreed to is unchanged.',
    next: 'In older emails, only the link to leave still works. An email with new links is on its way.',
    button: roadmap,
  },
  erased: {
    meta: meta('Erased', 'Your place on the waitlist is erased, with all that belongs to it.'),
    title: 'Erased',
    text: 'Your place on the list is erased, with all that belongs to it.',
    next: `Backups may hold it for ${site.retention.backupDays} days. For those days we keep a code, so that no backup brings it back. If you had stopped our emails, they stay stopped.`,
    button: homePage,
  },
  'link-broken': {
    meta: meta('This link does not work', 'The link is not whole, or it is too old. Nothing was changed.'),
    title: 'This link does not work',
    text: 'Perhaps you have pressed it before, or it was cut off. Or you may since have left the list, or moved or erased your place. Nothing was changed this time.',
    next: `Try the link in the newest email. If that fails too, write to ${site.contact.address}.`,
    button: homePage,
  },
  'link-failed': {
    meta: meta('Not done yet', 'The waitlist is out of reach at this moment. Please press again later.'),
    title: 'Not done yet',
    text: 'Something failed on our side, and nothing was changed.',
    next: 'Please open the link again in a few minutes.',
    button: homePage,
  },
};
