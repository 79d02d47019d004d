// What the pages' scripts need stands by itself: a visitor does not load the rest of this file.

/** The product's name. Every other form of it on the site is made from this one. */
export const name = 'Bukoor';
const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** What the owner has to confirm before a launch. */
interface Confirmable {
  /** True until it is confirmed: `npm run waitlist -- doctor` asks for it. */
  sample: boolean;
  /** What the doctor asks the owner for. */
  needs?: string;
}

/** Somebody who handles personal data for the controller (UK GDPR, Article 28). */
interface Supplier extends Confirmable {
  role: string;
  name: string;
  country: string;
  /** What protects the data where they are: nothing more at home, elsewhere the ground of the transfer. */
  safeguard: string;
}

type Figure = 'members' | 'countries' | 'wouldRecommend';

interface SiteFacts {
  name: string;
  /** The name as it is written in URLs and email addresses. */
  slug: string;
  /** What the name means: in short, and all of it. */
  meaning: string;
  meaningInFull: string;
  tagline: string;
  /** What it is, in the middle of a sentence. */
  description: string;
  /** Used if SITE_URL is not set. Without a trailing slash. */
  url: string;
  /** The person or company that answers for the list in law, never a brand alone, and their postal address. */
  controller: { name: string; postalAddress: string } & Confirmable;
  /** What a company's site and emails must name in law, where the controller is one; what is empty is not shown. */
  registration: { number: string; registeredIn: string; office: string } & Confirmable;
  contact: { address: string } & Confirmable;
  social: readonly ({ label: string; href: string } & Confirmable)[];
  /** `setIn`: when the target was set, so that a reader can judge it. */
  launchTarget: { quarter: `Q${1 | 2 | 3 | 4} ${number}`; setIn: string } & Confirmable;
  /** When the words of the screens last changed, for the sitemap. */
  changed: string;
  /** In years; nobody younger may join. */
  minimumAge: number;
  figures: Record<Figure, number> & {
    /** How and when each was counted; once it is filled in, it stands in small print beside them. */
    counted: Record<Figure, string>;
  } & Confirmable;
  /** After how many days people who have not answered the email that asks are reminded, once. 0 for never. */
  reminderAfterDays: number;
  /** How many days after the last email that asks people who still have not answered are erased. 0 keeps them until the list is erased. */
  forgetSilentAfterDays: number;
  /** The list is erased this long after the day of the public launch (null before it), and on the latest date in any case. */
  erasure: { launchedOn: string | null; monthsAfterLaunch: number; latest: string } & Confirmable;
  /** For how long copies and correspondence are kept. */
  retention: { backupDays: number; logDays: number; correspondenceMonths: number } & Confirmable;
  suppliers: readonly Supplier[];
  /** Where a visitor may complain; `formerly` is the name that most people know. */
  authority: { name: string; formerly: string; website: string; telephone: string } & Confirmable;
}

/** The controller of the list (UK GDPR, Article 4(7)). */
export const controller: SiteFacts['controller'] = {
  name: `${name} Ltd`,
  postalAddress: '1 Example Street, London',
  sample: true,
  needs: 'the legal name of the person or company that answers for the list, and an address for post',
};

/** In years. */
export const minimumAge = 13;

/** The one place for what the whole site repeats: its name, its addresses, its figures (docs/specification.md#figures). */
export const site = {
  name,
  slug,
  meaning: 'the early hours',
  meaningInFull: 'setting out early, and the early hours',
  tagline: 'A day planned around prayer',
  description: 'an app being made to plan the day around prayer',
  url: `https://${slug}.app`,
  controller,
  registration: {
    number: '',
    registeredIn: '',
    office: '',
    sample: true,
    needs: 'the company’s number, where it is registered, and its registered office, if you are one',
  },
  contact: { address: `salam@${slug}.app`, sample: true },
  social: [
    { label: 'Instagram', href: `https://www.instagram.com/${slug}/`, sample: true },
    { label: 'YouTube', href: `https://www.youtube.com/@${slug}`, sample: true },
    { label: 'LinkedIn', href: `https://www.linkedin.com/company/${slug}`, sample: true },
    { label: 'X', href: `https://x.com/${slug}`, sample: true },
  ],
  launchTarget: {
    quarter: 'Q1 2026',
    setIn: 'November 2025',
    sample: true,
    needs: 'the quarter that is aimed at now, and when that was decided',
  },
  changed: '2026-11-27',
  minimumAge,
  figures: {
    members: 179,
    countries: 47,
    wouldRecommend: 98,
    counted: { members: '', countries: '', wouldRecommend: '' },
    sample: true,
    needs:
      'a record behind each figure, and in “counted” how and when it was counted; for the recommendation, how many people were asked, when, and what',
  },
  reminderAfterDays: 3,
  forgetSilentAfterDays: 0,
  erasure: {
    launchedOn: null,
    monthsAfterLaunch: 12,
    latest: '2028-12-31',
    sample: true,
    needs: 'a date on which you will erase the list whatever happens',
  },
  retention: {
    backupDays: 30,
    logDays: 30,
    correspondenceMonths: 12,
    sample: true,
    needs: 'for how long your host keeps backups and logs, and you the emails that reach you',
  },
  suppliers: [
    {
      role: 'Hosting: runs the website and the database of the waitlist',
      name: 'a hosting company under contract to us',
      country: 'United Kingdom',
      safeguard: 'the data stay in the country',
      sample: true,
      needs: 'the host’s name, the country of its machines, and the ground of the transfer if that is abroad',
    },
    {
      role: 'Our mailbox: receives the emails that you write to us',
      name: 'an email company under contract to us',
      country: 'European Union',
      safeguard: 'UK adequacy regulations',
      sample: true,
      needs: 'the email company’s name, its country, and the ground of the transfer if that is abroad',
    },
    {
      role: 'Sending: delivers our emails, and reports those that come back or are unwanted',
      name: 'a sending service under contract to us',
      country: 'European Union',
      safeguard: 'UK adequacy regulations',
      sample: true,
      needs: 'the sender’s name, country and safeguard, before the first email to the list',
    },
  ],
  authority: {
    name: 'Information Commission',
    formerly: 'Information Commissioner’s Office, ICO',
    website: 'ico.org.uk',
    telephone: '0303 123 1113',
    sample: true,
    needs: 'a look at ico.org.uk: the authority’s present name and telephone number',
  },
} as const satisfies SiteFacts;

/** The answers to ‘How did you hear about us?’, in this order and exactly as they are sent (docs/specification.md#joining). */
export const waitlistSources = [
  'Twitter/X',
  'LinkedIn',
  'Friend',
  'Masjid',
  'YouTube',
  'Google',
  'Reddit',
  'TikTok',
  'Other',
] as const;
