import { site } from '../site.ts';
import { welcomeEmail } from './welcome.ts';

/** The one email after the first to somebody who has not answered that one. `{{…}}` are slots for one person’s facts. */
export const reminderEmail = {
  ...welcomeEmail,
  subject: `The ${site.name} waitlist is still waiting for your yes`,
  preview: 'One press confirms your place. This is the only reminder.',
  what: `On {{date}} the address {{email}} was put on the ${site.name} waitlist, by {{form}}. We asked whether that was you, and no answer has come.`,
  why: 'If it was you, please say so: only then can we invite you to the beta. We will not remind you again.',
} as const;
