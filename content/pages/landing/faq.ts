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
      answer: `Neither knows the other. ${site.name} will know both.`,
      table: {
        columns: ['Most calendars', 'Most prayer apps', site.name],
        rows: [
          { about: 'Knows your bookings', cells: ['Yes', 'No', 'It will'] },
          { about: 'Knows when you pray', cells: ['No', 'Yes', 'It will'] },
          { about: 'Leaves time for wudu and the walk', cells: ['No', 'No', 'It will'] },
          { about: 'Moves work when something slips', cells: ['No', 'No', 'It will'] },
          { about: 'Says when to leave', cells: ['Some do', 'No', 'It will'] },
        ],
      },
    },
    {
      question: 'When will it launch?',
      answer: launch.answer,
    },
    {
      question: 'What will it cost?',
      answer: `The ${free.plan} plan, at ${inDollars(free.amount)} ${free.period}, will include ${freeOfCharge('prayerTimes')}, ${freeOfCharge('dailyPlan')}, and the ${freeOfCharge('hijriCalendar')}. ${believer.plan} will cost ${inDollars(believer.amount)} ${believer.period} and ${ummah.plan} ${inDollars(ummah.amount)} ${ummah.period}. The waitlist will get ${discounts.earlyBeliever}% off both for life; Pricing has the conditions.`,
    },
    {
      question: 'Which phones and computers will it run on?',
      answer: 'On the web, iOS and Android first. A desktop app will follow.',
    },
    {
      question: 'Will it work without a connection?',
      answer:
        'The day’s plan, the prayer times and the Hijri dates will. Traffic and the AI features will need a connection.',
    },
    {
      question: 'How will prayer times be worked out?',
      answer:
        'By calculation from where you are. You will choose the method, the school for Asr, a correction of a few minutes, and a rule for short nights. Where your mosque’s timetable differs, follow it.',
    },
    {
      question: 'What do I agree to, and what happens to my data?',
      answer:
        'You agree to emails about the beta, the launch and articles, with news at most once a month, and to being on a list that may show your religion. We never sell your data or share it for advertising. Every email will have a link to leave. The privacy page names every field.',
    },
    {
      question: 'Who is behind it?',
      answer: 'A small team; the About page says who does what. We claim no scholar’s backing.',
    },
  ],
};
