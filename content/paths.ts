/** The paths of the site, each written once: links, routes and the server read them here. */

/** The landing page. */
export const homePath = '/';

export const islamPath = '/islam';
export const healthPath = '/health';
export const blogPath = '/blog';
export const pricingPath = '/pricing';
export const aboutPath = '/about';
export const roadmapPath = '/roadmap';
export const privacyPath = '/privacy';

/** Served with status 404 for every path that is not a document of the site. */
export const notFoundPath = '/404';

/** An article as a document of its own: where 'Read Article' leads when there is no script to open a dialog. */
export const articlePath = (slug: string) => `${blogPath}/${slug}`;

/** Whether a path is an article's. */
export const isArticlePath = (path: string) => path.startsWith(articlePath(''));

/** The id of the form at the foot of the landing page. */
export const bottomFormId = 'join';

/** Where every Join Waitlist button leads until the dialog can open: the form at the foot of the landing page. */
export const bottomFormPath = `${homePath}#${bottomFormId}` as const;

/** The name of a page behind a link in an email. The page asks, and only its button acts. */
export type EmailLink = 'confirm' | 'leave' | 'not-me' | 'change';

/** The name of a page that answers a form which was sent without a script: to join, or from a link in an email. */
export type WaitlistOutcome =
  | 'joined'
  | 'joined-unasked'
  | 'email-required'
  | 'address-refused'
  | 'too-many-tries'
  | 'other-site'
  | 'failed'
  | 'needs-script'
  | 'confirmed'
  | 'left'
  | 'not-you'
  | 'change-asked'
  | 'change-same'
  | 'change-refused'
  | 'change-too-often'
  | 'changed'
  | 'erased'
  | 'link-broken'
  | 'link-failed';

/** Everything about the waitlist is below this path. Its pages are not indexed or cached, and send no referrer. */
export const waitlistRoot = '/waitlist/';

export const isWaitlistPath = (path: string) => path.startsWith(waitlistRoot);

export const waitlistPath = <Name extends EmailLink | WaitlistOutcome | 'place' | 'join' | 'hooks'>(
  name: Name,
) => `${waitlistRoot}${name}` as const;

/** Where a form is posted without a script. */
export const joinPath = waitlistPath('join');

/** What somebody can ask for on the page of their place. Each has a path to post to. */
export type PlaceAct = 'change' | 'erase' | 'download';

/** The page of somebody's place on the list: what is held about them. */
export const placePath = waitlistPath('place');

/** What the page of a place asks a hosted Supabase for, to show what is held. */
export const placeReadPath = `${placePath}/read` as const;

export const placeActPath = (act: PlaceAct) => `${placePath}/${act}` as const;

/** Where providers report bounces and complaints, each at a path of its own below this one. */
export const hooksPath = waitlistPath('hooks');

/** The root-relative URL of the picture that is shown where a document's URL is shared. */
export const socialPicture = (path: string) =>
  `/social/${path.slice(1).replaceAll('/', '-') || 'landing'}.png`;
