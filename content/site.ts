/** The product's name. Every other form of it on the site is made from this one. */
const name = 'Bukoor';
const slug = name.toLowerCase();

/** What the owner has to confirm before a launch. */
interface Confirmable {
  /** True until it is confirmed: `npm run waitlist -- launch-check` asks for it. */
  sample: boolean;
}

interface SiteFacts {
  name: string;
  /** The name as it stands in addresses. */
  slug: string;
  /** What the name means. */
  meaning: string;
  tagline: string;
  /** Used where no SITE_URL is set. Without a slash at its end. */
  url: string;
  /** Who answers for the list in law. */
  controller: { name: string } & Confirmable;
  contact: { address: string } & Confirmable;
  social: readonly ({ label: string; href: string } & Confirmable)[];
  launchTarget: string;
  /** When the words of the screens last changed, for the sitemap. */
  changed: string;
  /** In years; nobody younger may join. */
  minimumAge: number;
  figures: { members: number; countries: number; wouldRecommend: number };
}

/** The one place of what the whole site repeats: its name, its addresses, its figures (specification, section 9). */
export const site = {
  name,
  slug,
  meaning: 'the early hours',
  tagline: 'A day planned around prayer',
  url: `https://${slug}.app`,
  controller: { name, sample: true },
  contact: { address: `salam@${slug}.app`, sample: true },
  social: [
    { label: 'X', href: `https://x.com/${slug}`, sample: true },
    { label: 'Instagram', href: `https://www.instagram.com/${slug}/`, sample: true },
    { label: 'YouTube', href: `https://www.youtube.com/@${slug}`, sample: true },
    { label: 'LinkedIn', href: `https://www.linkedin.com/company/${slug}`, sample: true },
  ],
  launchTarget: 'Q1 2026',
  changed: '2026-11-21',
  minimumAge: 13,
  figures: { members: 179, countries: 47, wouldRecommend: 98 },
} as const satisfies SiteFacts;

/** The answers to ‘How did you hear about us?’, in this order and exactly as they are sent (specification, section 3). */
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
