import { site } from '../../content/site.ts';

/**
 * What docs/specification.md fixes, typed from it and from nowhere else. What README tells an owner to change (the name,
 * prices, figures, dates, people, articles) is not here: tests read it from content/ or look at its shape. Whoever changes
 * one of these on purpose changes content/, docs/specification.md and the line here.
 */
export const spec = {
  /** The name that the repository was written with: once an owner has given another, it must not be left anywhere. */
  product: 'Bukoor',
  topBar: [
    { label: 'Islam', path: '/islam' },
    { label: 'Health', path: '/health' },
    { label: 'Blog', path: '/blog' },
    { label: 'Pricing', path: '/pricing' },
    { label: 'About', path: '/about' },
  ],
  footerGroups: ['Product', 'Community', 'Company'],
  join: 'Join Waitlist',
  joining: 'Joining...',
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
  landing: {
    badge: 'Now in Development',
    counterLabels: ['early believers', 'countries', 'Coming soon'],
    statLabels: ['waitlist members', 'countries', 'would recommend', 'launch target'],
    /** The planned features, by their drawings. */
    features: [
      'akhirah-dunya',
      'blessed-times',
      'friends',
      'hijri-calendar',
      'memorisation',
      'prayer-times',
      'sleep-health',
      'thought-capture',
    ],
    advancedGroups: 3,
    advancedTag: 'Coming Soon',
    questions: 8,
  },
  islam: { cards: 6 },
  health: { cards: 5 },
  blog: {
    all: 'All',
    categories: [
      'Faith & Productivity',
      'Health & Wellness',
      'Productivity',
      'Habits & Routines',
      'Time Management',
    ],
    comingSoon: 'Coming Soon',
  },
  pricing: {
    plans: [
      { name: 'Free', period: 'forever', available: true, popular: false, button: 'Get Started' },
      { name: 'Believer', period: 'per month', available: false, popular: true, button: 'Join Waitlist' },
      { name: 'Ummah', period: 'per year', available: false, popular: false, button: 'Join Waitlist' },
    ],
    popularLabel: 'Most Popular',
    questions: 5,
    /** What early believers, students and everybody on the waitlist are promised, beside the per cents. */
    promises: { banner: /for life.*founder pricing/i, student: /student/i, founder: /founder access.*free/i },
  },
  roadmap: {
    quarters: [
      { name: 'Q1 2026', status: 'completed' },
      { name: 'Q2 2026', status: 'in-progress' },
      { name: 'Q3 2026', status: 'planned' },
      { name: 'Q4 2026', status: 'planned' },
    ],
    priorities: ['high', 'low', 'medium'],
  },
  notFound: {
    title: 'Page Not Found',
    home: { label: 'Return Home', href: '/' },
    learn: { label: /Learn About/, href: '/about' },
  },
  privacy: { law: 'UK GDPR', minimumAge: 13 },
} as const;
