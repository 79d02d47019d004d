import type { Question } from '../../page-parts.ts';
import { discounts, inDollars, prices } from '../../prices.ts';
import { site } from '../../site.ts';

export interface FaqContent {
  title: string;
  items: readonly Question[];
}

const early = discounts.earlyBeliever;
const { quarter, setIn } = site.launchTarget;

export const faq: FaqContent = {
  title: 'Fair questions',
  items: [
    {
      question: 'When will it launch?',
      answer: `The target is ${quarter}: first the beta, then the launch. We set it in ${setIn}. People on the waitlist will use the beta first, and if the date moves they will be told why.`,
    },
    {
      question: 'What will it cost?',
      answer: `The ${prices.free.plan} plan, at ${inDollars(prices.free.amount)} ${prices.free.period}, will hold the prayer times and the calendar. ${prices.believer.plan} will cost ${inDollars(prices.believer.amount)} ${prices.believer.period} and ${prices.ummah.plan} ${inDollars(prices.ummah.amount)} ${prices.ummah.period}. Early believers get ${early}% off both for life: that is founder pricing.`,
    },
    {
      question: 'Which phones and computers will it run on?',
      answer: 'It will start on the web, iOS and Android. A desktop app will follow.',
    },
    {
      question: 'Will it work without a connection?',
      answer:
        'The core of it will: the day’s plan, the prayer times and the Hijri dates, on a plane, in a basement or in a village with one bar of signal. Traffic and the AI coaches will need a connection, and will say so when there is none.',
    },
    {
      question: 'What happens to my data, and to what it says about my faith?',
      answer:
        'Today there is only the waitlist. It holds your email address, how you heard about us, when you joined or left, and which words you agreed to; the privacy page names every field. Such a list can point to a person’s religion. We never sell it, and only the kinds of supplier listed on that page handle it. The app will ask for as little as it can, and will have a policy of its own before the first beta account is opened.',
    },
    {
      question: 'How will prayer times be worked out?',
      answer:
        'By calculation from where you are. You will choose the method, either view of when Asr begins, and a few minutes either way. In a British summer, when it never gets fully dark, you will choose a rule for Fajr and Isha as well. There will be three ways of dividing up the night: middle of the night, one-seventh of the night, and angle-based. Each will be explained where you choose it. Where the app and your mosque differ, follow your mosque’s timetable.',
    },
    {
      question: 'Who is behind it?',
      answer:
        'A small team. The About page says who does what. We borrow no scholar’s name to lend the app weight. Emails with corrections are read first.',
    },
    {
      question: 'What do I agree to by joining?',
      answer:
        'To emails about the beta, the launch and, now and then, a new article. You also agree that we keep your address and how you found us, although being on the list may show your religion. No account is made and no card is asked for. To leave, write to us; every email will have a link for it too.',
    },
  ],
};
