import { consent } from '../messages.ts';
import { type Hero, named, type PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';
import { type PolicySection, sectionsAfter, sectionsBefore } from './privacy/sections.ts';
import { type StoredContent, stored } from './privacy/stored.ts';

export interface PrivacyContent {
  meta: PageMeta;
  hero: Hero;
  /** The version of this policy and of the words beside the forms. */
  updated: { label: string; date: string };
  contentsLabel: string;
  sectionsBefore: readonly PolicySection[];
  stored: StoredContent;
  sectionsAfter: readonly PolicySection[];
  contact: { text: string; address: string };
}

export const privacy: PrivacyContent = {
  meta: {
    ...named('Privacy policy'),
    description:
      'Every field the waitlist stores, why and for how long; what being on it may say about your faith; and how to see it, correct it or have it erased.',
  },
  hero: {
    eyebrow: 'Privacy',
    title: { before: 'What we keep, and what we', emphasis: 'never ask', after: '.' },
    lede: 'This policy covers the website and its waitlist under the UK GDPR. The app will have one of its own before anybody can sign up for it.',
  },
  updated: { label: 'In force since', date: consent.version },
  contentsLabel: 'On this page',
  sectionsBefore,
  stored,
  sectionsAfter,
  contact: { text: 'For anything on this page, write to', address: site.contact.address },
};
