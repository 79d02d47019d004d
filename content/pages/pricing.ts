import { joinWaitlist } from '../messages.ts';
import type { Headline, PageMeta, Question } from '../page-parts.ts';
import { discounts, inDollars, lessPerCent, prices } from '../prices.ts';
import { site } from '../site.ts';

interface Plan {
  name: string;
  price: string;
  period: string;
  description: string;
  features: readonly string[];
  popular: boolean;
  available: boolean;
  button: string;
  /** How high the sun stands on the plan’s drawing. */
  sun: 'low' | 'mid' | 'high';
}

interface Offer {
  title: string;
  text: string;
}

export interface PricingContent {
  meta: PageMeta;
  hero: { eyebrow: string; title: Headline; lede: string };
  banner: Offer & { button: string };
  /** Names the plans to a screen reader. */
  plansLabel: string;
  plans: readonly Plan[];
  popularLabel: 'Most Popular';
  student: Offer;
  founder: Offer;
  faq: { title: string; items: readonly Question[] };
}

const { free, believer, ummah } = prices;
const early = discounts.earlyBeliever;

export const pricing: PricingContent = {
  meta: {
    title: `Pricing: three plans, told in advance · ${site.name}`,
    description: `Free at ${inDollars(free.amount)} ${free.period}, Believer at ${inDollars(believer.amount)} ${believer.period}, Ummah at ${inDollars(ummah.amount)} ${ummah.period}; ${early}% off both for early believers. Nothing is on sale yet.`,
  },
  hero: {
    eyebrow: 'Pricing',
    title: { before: 'Prayer will', emphasis: 'never', after: ' be behind a till.' },
    lede: 'Whatever tells you when to pray will belong to the free plan. The rest has a price, which you can weigh now, before anything can be bought.',
  },
  banner: {
    title: `Early believers: ${early}% off, for life`,
    text: `Join the waitlist, and both paid plans will be yours at founder pricing: Believer for ${lessPerCent(believer.amount, early)} ${believer.period}, Ummah for ${lessPerCent(ummah.amount, early)} ${ummah.period}, and that will not change.`,
    button: joinWaitlist,
  },
  plansLabel: 'Plans',
  plans: [
    {
      name: 'Free',
      price: inDollars(free.amount),
      period: free.period,
      description: 'The day in its right order.',
      features: [
        'Prayer times by the method you choose',
        'A daily plan laid between the prayers',
        'Hijri calendar and fasting reminders',
        'Blessed-time reminders',
        'The core, offline',
      ],
      popular: false,
      available: true,
      button: 'Get Started',
      sun: 'low',
    },
    {
      name: 'Believer',
      price: inDollars(believer.amount),
      period: believer.period,
      description: 'For a full week with a long list.',
      features: [
        'All that Free will have',
        'Departure times that know the traffic',
        'AI task coach: Akhirah and Dunya',
        'AI thought capture',
        'Quran memorisation coach',
        'Sleep and health tracking',
      ],
      popular: true,
      available: false,
      button: joinWaitlist,
      sun: 'mid',
    },
    {
      name: 'Ummah',
      price: inDollars(ummah.amount),
      period: ummah.period,
      description: 'A whole year, and the people in it.',
      features: [
        'All that Believer will have',
        'A circle of friends you chose',
        'Quiet company: working hours kept together',
        `Twelve months of Believer come to ${inDollars(believer.amount * 12)}; this is ${inDollars(ummah.amount)}`,
      ],
      popular: false,
      available: false,
      button: joinWaitlist,
      sun: 'high',
    },
  ],
  popularLabel: 'Most Popular',
  student: {
    title: `Students: ${discounts.student}% off`,
    text: `An hour of hifz takes as much sleep from a student as from anyone. A paid plan will take ${discounts.student}% less money, for as long as the studies last.`,
  },
  founder: {
    title: 'Founder access, free',
    text: 'Everyone on the waitlist will be let in before the public and pay nothing to come in early. In return we hope for plain words about what does not work.',
  },
  faq: {
    title: 'Before you ask the price',
    items: [
      {
        question: 'Can I pay for something today?',
        answer:
          'No. Get Started and Join Waitlist both lead to the same list, and no card will be asked for until there is something to hand over.',
      },
      {
        question: 'What is the difference between founder access and founder pricing?',
        answer: `Access is the beta, free, for everybody on the list. Pricing is the ${early}% that stays off your bill afterwards, should you take a paid plan.`,
      },
      {
        question: 'What does ‘for life’ mean here?',
        answer:
          'For as long as the plan exists. Stop for a year and come back, and the founder price will have waited for you.',
      },
      {
        question: 'Will the student and the early discount add up?',
        answer:
          'That is not settled, so do not count on it. What is certain: you will always be given the better of the two.',
      },
      {
        question: 'Why not make all of it free and show advertisements?',
        answer:
          'Because an advertiser would want to know when you pray and what you look at afterwards. We would sooner be paid by the people we work for.',
      },
    ],
  },
};
