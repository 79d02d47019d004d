import { failedToast } from './failed-toast.ts';
import { name } from './site.ts';

/** The words of docs/specification.md#messages, to the letter: straight apostrophes included. */
export const toasts = {
  emailRequired: { title: 'Email required', description: 'Please enter your email to join the waitlist.' },
  sourceRequired: {
    title: 'How did you hear about us?',
    description: 'Please select an option so we can better serve our community.',
  },
  failed: failedToast,
  joined: {
    title: `Welcome to ${name}! 🤲`,
    description: "You're on the waitlist. We'll notify you when we launch.",
  },
} as const;
