import { site } from '../../content/site.ts';

/**
 * What docs/specification.md fixes and several tests need, typed from it. specified.test.ts has the rest.
 * A change on purpose is made in content/, in docs/specification.md and here.
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
