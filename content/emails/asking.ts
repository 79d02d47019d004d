import { sentBy } from '../company.ts';
import { ifSilent } from '../silence.ts';
import { site } from '../site.ts';

/** The email that asks whether the address is the joiner’s own. `{{…}}` are slots for one person’s facts. */
export const askingEmail = {
  subject: `Confirm your place on the ${site.name} waitlist`,
  preview: 'Press Yes here, and again on the page that opens.',
  greeting: 'Assalamu alaikum,',
  what: `On {{date}}, {{email}} was added to the waitlist for ${site.name}, ${site.description}, through {{form}}.`,
  /** The words for {{form}}. */
  forms: { bottom: 'a form on our website', dialog: 'our waitlist form' },
  why: 'Was it you? To be invited to the beta, press Yes here and on the page it opens.',
  button: 'Yes, this is me',
  strangers:
    'If it was not you, somebody typed your address, perhaps by mistake. Tell us, and we will erase it and send it no more emails.',
  /** What happens without an answer. */
  silent: `If you do nothing, ${site.reminderAfterDays > 0 ? 'we will ask once more, and ' : ''}${ifSilent}.`,
  notMe: 'This wasn’t me',
  /** Beside the link to the policy. */
  privacy: { text: 'What we keep, and your rights:', link: 'Privacy policy' },
  place: 'Your place on the list',
  leave: 'Leave the waitlist',
  leaveOr: `whenever you like, or write to ${site.contact.address}.`,
  sentBy,
} as const;
