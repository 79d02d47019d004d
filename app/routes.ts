/**
 * The one list of what a visitor can open: prerendering, navigation, sitemap and tests all read it.
 * The nine screens are those of docs/specification.md#screens; the other documents carry what a screen
 * shows in a dialog or a toast to visitors whose browser runs no script.
 */
export const screens = [
  { path: '/', page: 'landing' },
  { path: '/islam', page: 'islam' },
  { path: '/health', page: 'health' },
  { path: '/blog', page: 'blog' },
  { path: '/pricing', page: 'pricing' },
  { path: '/about', page: 'about' },
  { path: '/roadmap', page: 'roadmap' },
  { path: '/privacy', page: 'privacy' },
] as const;

type Screen = (typeof screens)[number];
export type PageName = Screen['page'] | 'notFound';

/** Served with status 404 for every path that is not listed here. */
export const notFoundPath = '/404';

/** Where the plain form's answers live: `POST /waitlist/join` redirects here. */
export const waitlistAnswerPath = (outcome: string) => `/waitlist/${outcome}`;

/** An article as a document of its own: where 'Read Article' leads when there is no script to open a dialog. */
export const articlePath = (slug: string) => `/blog/${slug}`;

/** Where every Join Waitlist trigger leads until the dialog is there: the form at the foot of the landing page. */
export const bottomFormPath = '/#join';
