import { dateOnOneLine } from '../date-in-words.ts';
import { joinWaitlist } from '../messages.ts';
import { type Hero, named, type PageMeta, type Question } from '../page-parts.ts';
import { linesOf } from '../plans.ts';
import { discounts, inDollars, lessPerCent, prices } from '../prices.ts';
import { site } from '../site.ts';

interface Plan {
  name: string;
  price: string;
  period: string;
  description: string;
  features: readonly string[];
  popular: boolean;
  /** Whether it can be begun with today, by joining the waitlist for it. */
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
  hero: Hero;
  /** Its terms stand smaller, below the offer itself. */
  banner: Offer & { terms: string; button: string };
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
    ...named('Pricing: three plans, told in advance'),
    description: `${free.plan} at ${inDollars(free.amount)} ${free.period}, ${believer.plan} at ${inDollars(believer.amount)} ${believer.period}, ${ummah.plan} at ${inDollars(ummah.amount)} ${ummah.period}; ${early}% off both for the waitlist. Nothing is on sale yet.`,
  },
  hero: {
    eyebrow: 'Pricing',
    title: { before: 'Prayer times will', emphasis: 'always be free', after: '.' },
    lede: 'So will prayer reminders and a daily plan. The prices of the paid plans stand here before anything is sold.',
  },
  banner: {
    title: `Early believers: ${early}% off, for life`,
    text: `Join the waitlist and, at the prices we plan, ${believer.plan} will be ${lessPerCent(believer.amount, early)} ${believer.period}, ${ummah.plan} ${lessPerCent(ummah.amount, early)} ${ummah.period}.`,
    terms: `That is founder pricing. You get it if your address is on the list when you open an account with it. Open it within ${site.erasure.monthsAfterLaunch} months of the launch, and by ${dateOnOneLine(site.erasure.latest)} at\u00a0the\u00a0latest. The discount lasts as long as we sell paid plans, and stays if a price changes. Whoever leaves the list before opening an account gives it up.`,
    button: joinWaitlist,
  },
  plansLabel: 'Plans',
  plans: [
    {
      name: free.plan,
      price: inDollars(free.amount),
      period: free.period,
      description: 'Your day, planned around the prayers. It will be yours when we launch.',
      features: linesOf('free'),
      popular: false,
      available: true,
      button: 'Get Started',
      sun: 'low',
    },
    {
      name: believer.plan,
      price: inDollars(believer.amount),
      period: believer.period,
      description:
        'For full weeks and long lists. The name is only a plan’s name: faith has no price. Nobody has bought a plan yet; this is the one we expect most people to choose.',
      features: [`Everything in ${free.plan}`, ...linesOf('believer')],
      popular: true,
      available: false,
      button: joinWaitlist,
      sun: 'mid',
    },
    {
      name: ummah.plan,
      price: inDollars(ummah.amount),
      period: ummah.period,
      description: `For the whole year, with friends. Twelve months of ${believer.plan} would come to ${inDollars(believer.amount * 12)}.`,
      features: [`Everything in ${believer.plan}`, ...linesOf('ummah')],
      popular: false,
      available: false,
      button: joinWaitlist,
      sun: 'high',
    },
  ],
  popularLabel: 'Most Popular',
  student: {
    title: `Students: ${discounts.student}% off`,
    text: `Students will get ${discounts.student}% off the paid plans while they study. A university email address, or a picture of a student card, will be proof enough.`,
  },
  founder: {
    title: 'Founder access, free',
    text: 'Everyone on the waitlist who confirms through our email will be let into the beta before the public, and pay nothing while it lasts. In return we hope to hear what does not work.',
  },
  faq: {
    title: 'Questions about the price',
    items: [
      {
        question: 'Can I pay for something today?',
        answer:
          'No. Get Started and Join Waitlist both lead to the waitlist. No card will be asked for until there is something to sell.',
      },
      {
        question: 'Why are the prices in dollars?',
        answer:
          'One currency means the same prices in every country, with VAT included. Before you pay, you will see the amount in your own currency.',
      },
      {
        question: 'What is the difference between founder access and founder pricing?',
        answer: `Founder access is the beta: free, for all on the list who confirm. Founder pricing is ${early}% off any paid plan you take later, for life. ‘For life’ means half of whatever the plan costs at the time, for as long as we sell paid plans; if a plan is replaced, the discount moves with you.`,
      },
      {
        question: 'Can I have the student discount and founder pricing together?',
        answer: `That is not decided yet. Either way you will get at least ${Math.max(early, discounts.student)}% off.`,
      },
      {
        question: 'Why not make all of it free and show advertisements?',
        answer:
          'Because an advertiser would want to know when you pray and what you look at afterwards. We would rather be paid by the people we work for.',
      },
    ],
  },
};
