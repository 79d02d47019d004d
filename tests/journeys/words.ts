import { site } from '../../content/site.ts';

/** The specification's own words, typed from it: a test compares the product with these. Only the name is the owner's. */
export const spec = {
  emailRequired: { title: 'Email required', text: 'Please enter your email to join the waitlist.' },
  sourceRequired: {
    title: 'How did you hear about us?',
    text: 'Please select an option so we can better serve our community.',
  },
  failed: { title: 'Error', text: 'Failed to join waitlist. Please try again.' },
  joined: {
    title: `Welcome to ${site.name}! 🤲`,
    text: "You're on the waitlist. We'll notify you when we launch.",
  },
  sources: ['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other'],
} as const;
