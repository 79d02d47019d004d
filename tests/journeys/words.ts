/** The specification's own words, typed from it: a test compares the product with these, never with its own content files. */
export const spec = {
  emailRequired: { title: 'Email required', text: 'Please enter your email to join the waitlist.' },
  sourceRequired: {
    title: 'How did you hear about us?',
    text: 'Please select an option so we can better serve our community.',
  },
  failed: { title: 'Error', text: 'Failed to join waitlist. Please try again.' },
  joined: {
    title: 'Welcome to Bukoor! 🤲',
    text: "You're on the waitlist. We'll notify you when we launch.",
  },
  sources: ['Twitter/X', 'LinkedIn', 'Friend', 'Masjid', 'YouTube', 'Google', 'Reddit', 'TikTok', 'Other'],
} as const;
