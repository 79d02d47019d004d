import { site } from '../../content/site.ts';

/**
 * What docs/specification.md fixes and several tests need, typed from it and from nowhere else; specified.test.ts has the rest.
 * Whoever changes one of these on purpose changes content/, docs/specification.md and the line here.
 */
export const spec = {
  sources: ['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other'],
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
} as const;
