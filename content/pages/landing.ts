import type { Headline, PageMeta } from '../page-parts.ts';
import { founderPricingPath } from '../prices.ts';
import { site } from '../site.ts';
import { type AdvancedContent, advanced } from './landing/advanced.ts';
import { type FaqContent, faq } from './landing/faq.ts';
import { type FeaturesContent, features } from './landing/features.ts';
import { stats } from './landing/stats.ts';

export interface LandingContent {
  meta: PageMeta;
  hero: {
    badge: string;
    title: Headline;
    lede: string;
    /** Under the field: what joining brings (`founderOffer`) with a link to its conditions, and what happens next. */
    conditions: { label: string; href: `/${string}` };
    next: string;
    /** A number counts up and is followed by its suffix; a word stands as it is. */
    counters: readonly { value: number | string; suffix: string; label: string }[];
  };
  features: FeaturesContent;
  advanced: AdvancedContent;
  stats: readonly { figure: string; label: string }[];
  /** How figures were counted, where `site.figures` says it. */
  counted: readonly string[];
  cta: { title: string };
  faq: FaqContent;
}

const { members, countries, wouldRecommend, counted } = site.figures;

export const landing: LandingContent = {
  meta: {
    title: `${site.name}: your day, planned around prayer`,
    description: `An app for Muslims that will plan work, rest and worship around the five prayers. ${site.name} is in development; its waitlist is open.`,
  },
  hero: {
    badge: 'Now in Development',
    title: { before: 'Your day, planned', emphasis: 'around prayer', after: '.' },
    lede: `Most calendars do not know Maghrib. Most prayer apps do not know your work. ${site.name}, an app for Muslims, will fit your work between the prayers.`,
    conditions: { label: 'conditions', href: founderPricingPath },
    next: 'After joining, press Yes in our email, and on the page it opens, to be invited.',
    counters: [
      { value: members, suffix: '+', label: 'early believers' },
      { value: countries, suffix: '', label: 'countries' },
      { value: 'Beta', suffix: '', label: 'Coming soon' },
    ],
  },
  features,
  advanced,
  stats,
  counted: [
    [`${members}+ waitlist members`, counted.members],
    [`${countries} countries`, counted.countries],
    [`${wouldRecommend}% would recommend`, counted.wouldRecommend],
  ].flatMap(([figure, how]) => (how ? [`${figure}: ${how}.`] : [])),
  cta: {
    title: 'Be among the first invited',
  },
  faq,
};
