import { type PrefillFormWords, prefillForm } from '../messages.ts';
import type { Headline, PageMeta } from '../page-parts.ts';
import { discounts } from '../prices.ts';
import { site } from '../site.ts';
import { type AdvancedContent, advanced } from './landing/advanced.ts';
import { type FaqContent, faq } from './landing/faq.ts';
import { type FeaturesContent, features } from './landing/features.ts';

export interface LandingContent {
  meta: PageMeta;
  hero: {
    badge: string;
    title: Headline;
    lede: string;
    /** Under the field: what joining brings, and what happens next. */
    promise: readonly [string, string];
    /** A number counts up and is followed by its suffix; a word stands as it is. */
    counters: readonly { value: number | string; suffix: string; label: string }[];
  };
  features: FeaturesContent;
  advanced: AdvancedContent;
  stats: readonly { figure: string; label: string }[];
  cta: { title: string; lede: string };
  faq: FaqContent;
}

const { members, countries, wouldRecommend } = site.figures;
const early = discounts.earlyBeliever;
const { quarter } = site.launchTarget;

export const landing: LandingContent = {
  meta: {
    title: `${site.name}: your day, planned around prayer`,
    description: `An app for Muslims that will plan work, rest and worship around the five prayers. ${site.name} is in development; its waitlist is open.`,
  },
  hero: {
    badge: 'Now in Development',
    title: { before: 'Your day, planned', emphasis: 'around prayer', after: '.' },
    lede: `Your calendar may not know Maghrib. Your prayer app may not know your work. ${site.name}, an app for Muslims, will fit it between the prayers.`,
    promise: [
      `Free early access to the beta, then ${early}% off the paid plans for life.`,
      'We will email you to ask if it was you. Press Yes there, or we cannot invite you.',
    ],
    counters: [
      { value: members, suffix: '+', label: 'early believers' },
      { value: countries, suffix: '', label: 'countries' },
      { value: 'Beta', suffix: '', label: 'Coming soon' },
    ],
  },
  features,
  advanced,
  stats: [
    { figure: `${members}+`, label: 'waitlist members' },
    { figure: `${countries}`, label: 'countries' },
    { figure: `${wouldRecommend}%`, label: 'would recommend' },
    { figure: quarter, label: 'launch target' },
  ],
  cta: {
    title: 'Be invited first',
    lede: `Free use of the beta, before the public. Then ${early}% off the paid plans for life.`,
  },
  faq,
};
