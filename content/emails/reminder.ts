import { ifSilent } from '../silence.ts';
import { site } from '../site.ts';
import { askingEmail } from './asking.ts';

/** The one email after the first to somebody who has not answered that one. `{{…}}` are slots for one person’s facts. */
export const reminderEmail = {
  ...askingEmail,
  subject: `Reminder: confirm your place on the ${site.name} waitlist`,
  preview: 'Press Yes here, and again on the page that opens. This is the only reminder.',
  what: `On {{date}}, {{email}} was added to the waitlist for ${site.name}, ${site.description}, through {{form}}. We asked if that was you, and no answer has come.`,
  silent: `If you do nothing, ${ifSilent}.`,
} as const;
