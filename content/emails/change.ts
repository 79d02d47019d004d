import { sentBy } from '../company.ts';
import { site } from '../site.ts';
import { askingEmail } from './asking.ts';

const greeting = 'Assalamu alaikum,';

/** The email that asks a new address whether a place on the list shall move there. `{{…}}` are slots for one person’s facts. */
export const changeEmail = {
  subject: `Is this your new address for the ${site.name} waitlist?`,
  preview: 'Press Yes here, and again on the page that opens.',
  greeting,
  what: `Somebody on the waitlist for ${site.name}, ${site.description}, asked us to move their place to {{email}}.`,
  why: 'If that was you, press Yes here and on the page it opens. Your place then moves here and keeps its date.',
  button: 'Yes, move it here',
  strangers:
    'If it was not you, do nothing, and nothing moves. Or tell us, and we will delete this address and send it no more emails.',
  notMe: 'This wasn’t me',
  privacy: askingEmail.privacy,
  sentBy,
} as const;

/** The email that tells the earlier address. */
export const movedEmail = {
  subject: `Your place on the ${site.name} waitlist has moved`,
  preview: 'Our emails go to your new address now.',
  greeting,
  what: `Your place on the ${site.name} waitlist has moved from {{email}} to your new address. No more emails will come here.`,
  otherwise:
    'If you did not ask for this, take the place off the list. Then no emails will go to the new address either, and you can join again with this one.',
  leave: 'Take it off the list',
  leaveOr: `or write to ${site.contact.address}.`,
  sentBy,
} as const;

/** The email that brings the new address its links. */
export const movedHereEmail = {
  subject: `Your place on the ${site.name} waitlist has moved to this address`,
  preview: 'Our emails come here now, and these are the new links.',
  greeting,
  what: `Your place on the ${site.name} waitlist has moved to {{email}}. Our emails come here now.`,
  links:
    'The links in older emails no longer open your place, but you can still use them to leave. The new links are below.',
  place: 'Your place on the list',
  leave: 'Leave the waitlist',
  leaveOr: `whenever you like, or write to ${site.contact.address}.`,
  sentBy,
} as const;
