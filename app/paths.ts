/** Served with status 404 for every path that is not listed in app/routes.ts. */
export const notFoundPath = '/404';

/** The pages that `POST /waitlist/join` redirects to and that links in emails lead to. */
export const waitlistAnswerPath = (outcome: string) => `/waitlist/${outcome}`;

/** An article as a document of its own: where 'Read Article' leads when there is no script to open a dialog. */
export const articlePath = (slug: string) => `/blog/${slug}`;

/** Whether that path is an article's. */
export const isArticlePath = (path: string) => path.startsWith(articlePath(''));

/** Where every Join Waitlist trigger leads until the dialog can open: the form at the foot of the landing page. */
export const bottomFormPath = '/#join';

/** The root-relative URL of the picture that is shown where a document's URL is shared. */
export const socialPicture = (path: string) =>
  `/social/${path.slice(1).replaceAll('/', '-') || 'landing'}.png`;
