import { site } from '../site.ts';

/** The email that asks whether the address is the joiner’s own. `{{…}}` are slots for one person’s facts. */
export const welcomeEmail = {
  subject: `Your place on the ${site.name} waitlist: was it you?`,
  preview: 'One press confirms it. Nothing more is asked of you.',
  greeting: 'Assalamu alaikum,',
  what: `On {{date}} the address {{email}} was put on the ${site.name} waitlist, by {{form}}.`,
  /** The words for {{form}}. */
  forms: { bottom: 'the form at the foot of our home page', dialog: 'our waitlist form' },
  why: 'If that was you, please say so. Until you do, you will hear nothing of the beta or the launch from us.',
  button: 'Yes, this is me',
  strangers:
    'If it was not you, somebody typed your address, perhaps by mistake. Tell us, and it will get no further emails.',
  notMe: 'This wasn’t me',
  place: 'Your place on the list',
  leave: 'Leave the waitlist',
  leaveOr: `whenever you like, or write to ${site.contact.address}.`,
  sentBy: `Sent by ${site.controller.name}, ${site.controller.postalAddress}.`,
} as const;
