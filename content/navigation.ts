import { companyLine } from './company.ts';
import {
  aboutPath,
  blogPath,
  healthPath,
  islamPath,
  pricingPath,
  privacyPath,
  roadmapPath,
} from './paths.ts';
import { site } from './site.ts';

interface TopBarItem {
  label: string;
  path: `/${string}`;
}

/** A place on this site, a site elsewhere, or an email to us. */
export interface FooterLink {
  label: string;
  href: `/${string}` | `https://${string}` | `mailto:${string}`;
}

interface FooterWords {
  line: string;
  company: string;
  groups: readonly { title: string; links: readonly FooterLink[] }[];
  social: readonly FooterLink[];
}

/** The bar’s links, in the order of docs/specification.md#navigation; Join Waitlist stands after them. */
export const topBar = [
  { label: 'Islam', path: islamPath },
  { label: 'Health', path: healthPath },
  { label: 'Blog', path: blogPath },
  { label: 'Pricing', path: pricingPath },
  { label: 'About', path: aboutPath },
] as const satisfies readonly TopBarItem[];

export const navigationWords = {
  skip: 'Skip to the page',
  home: `${site.name}, home`,
  main: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
} as const;

/** An email with its subject already written. */
export const feedbackLink =
  `mailto:${site.contact.address}?subject=${encodeURIComponent(`Feedback on ${site.name}`)}` as const;

export const footer = {
  line: `An app for Muslims, in the making, named after ${site.meaning}.`,
  company: companyLine,
  groups: [
    {
      title: 'Product',
      links: [
        { label: 'Islam', href: islamPath },
        { label: 'Health', href: healthPath },
        { label: 'Pricing', href: pricingPath },
        { label: 'Roadmap', href: roadmapPath },
      ],
    },
    {
      title: 'Community',
      links: [
        { label: 'Blog', href: blogPath },
        { label: 'Send feedback', href: feedbackLink },
        { label: 'Quran.com', href: 'https://quran.com' },
        { label: 'Tanzil', href: 'https://tanzil.net' },
        { label: 'Sunnah.com', href: 'https://sunnah.com' },
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'About', href: aboutPath },
        { label: 'Privacy', href: privacyPath },
        { label: 'Write to us', href: `mailto:${site.contact.address}` },
      ],
    },
  ],
  social: site.social.map(({ label, href }) => ({ label, href })),
} as const satisfies FooterWords;
