import { site } from '../site.ts';

const sentBy = `Sent by ${site.controller.name}, ${site.controller.postalAddress}.`;

/** The email that asks a new address whether a place on the list shall move there. `{{…}}` are slots for one person’s facts. */
export const changeEmail = {
  subject: `Is this your new address for the ${site.name} waitlist?`,
  preview: 'One press moves your place here.',
  greeting: 'Assalamu alaikum,',
  what: `Somebody on the ${site.name} waitlist asked us to move their place to {{email}}.`,
  why: 'If that was you, press the button. Your place and its date stay as they are.',
  button: 'Yes, move it here',
  otherwise: 'If it was not you, there is nothing to do: without the button nothing moves.',
  sentBy,
} as const;

/** The email that tells the old address. */
export const movedEmail = {
  subject: `Your place on the ${site.name} waitlist has moved`,
  preview: 'Our emails go to your new address now.',
  greeting: 'Assalamu alaikum,',
  what: `Your place on the ${site.name} waitlist has moved from {{email}} to your new address. No more emails come here.`,
  otherwise: `If it was not you who asked for that, write to ${site.contact.address}.`,
  sentBy,
} as const;
