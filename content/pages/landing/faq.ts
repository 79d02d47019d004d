import { launch } from '../../launch.ts';
import type { Question } from '../../page-parts.ts';
import { freeOfCharge } from '../../plans.ts';
import { discounts, inDollars, prices } from '../../prices.ts';
import { site } from '../../site.ts';

export interface FaqContent {
  title: string;
  items: readonly Question[];
}

const { free, believer, ummah } = prices;

export const faq: FaqContent = {
  title: 'Questions',
  items: [
    {
      question: 'Why not a calendar and a prayer app?',
      answer: `A prayer app tells you when to pray, a calendar what you have booked. ${site.name} will know both, and move the work to leave time for wudu and the walk.`,
    },
    {
      question: 'When will it launch?',
      answer: launch.answer,
    },
    {
      question: 'What will it cost?',
      answer: `The ${free.plan} plan, at ${inDollars(free.amount)} ${free.period}, will hold ${freeOfCharge('prayerTimes')}, ${freeOfCharge('dailyPlan')}, and the ${freeOfCharge('hijriCalendar')}. ${believer.plan} will cost ${inDollars(believer.amount)} ${believer.period} and ${ummah.plan} ${inDollars(ummah.amount)} ${ummah.period}. On the waitlist you get ${discounts.earlyBeliever}% off both for life; the Pricing page has the conditions.`,
    },
    {
      question: 'Which phones and computers will it run on?',
      answer: 'It will start on the web, iOS and Android. A desktop app will follow.',
    },
    {
      question: 'Will it work without a connection?',
      answer:
        'The core of it will: the day’s plan, the prayer times and the Hijri dates. Traffic and the AI coaches will need a connection, and will say so when there is none.',
    },
    {
      question: 'How will prayer times be worked out?',
      answer:
        'By calculation from where you are. You will choose the method, either view of when Asr begins, a few minutes either way, and a rule for nights that are too short. Where the app and your mosque differ, follow your mosque’s timetable.',
    },
    {
      question: 'What do I agree to, and what happens to my data?',
      answer:
        'You agree to emails about the app and new articles. We keep what you enter, when you joined and which words you agreed to. The list may show your religion, so we never sell it or share it for advertising. Every email will have a link to leave. The privacy page names every field.',
    },
    {
      question: 'Who is behind it?',
      answer: 'A small team; the About page says who does what. We claim no scholar’s backing.',
    },
  ],
};
