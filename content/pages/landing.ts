import { type FeedingFormWords, feedingForm } from '../messages.ts';
import type { Headline, IconName, PageMeta, Question } from '../page-parts.ts';
import { discounts, inDollars, type PlanKey, plannedFor, prices } from '../prices.ts';
import { site } from '../site.ts';

type DayMoment = 'fajr' | 'sunrise' | 'dhuhr' | 'asr' | 'maghrib' | 'isha';

interface DayEvent {
  title: string;
  text: string;
}

interface PlannedFeature {
  title: string;
  text: string;
  /** One moment of an ordinary day, as it will look. */
  moment: { at: string; text: string };
  icon: IconName;
}

interface AdvancedGroup {
  title: string;
  intro: string;
  icon: IconName;
  cards: readonly { title: string; text: string; tag: 'Coming Soon'; plan: string }[];
}

export interface LandingContent {
  meta: PageMeta;
  hero: {
    badge: string;
    title: Headline;
    lede: string;
    form: FeedingFormWords;
    /** Under the field: what joining brings, and what happens next. Short enough for a line each on a telephone. */
    promise: readonly [string, string];
    /** A number counts up and is followed by its suffix; a word stands as it is. */
    counters: readonly { value: number | string; suffix: string; label: string }[];
  };
  /** The words on the hero’s drawing. */
  day: {
    label: string;
    moments: Record<DayMoment, string>;
    events: readonly [DayEvent, DayEvent, DayEvent];
  };
  features: {
    eyebrow: string;
    title: string;
    lede: string;
    /** Stands before each moment: nothing of it can be had yet. */
    example: string;
    items: readonly PlannedFeature[];
  };
  advanced: { eyebrow: string; title: string; groups: readonly AdvancedGroup[] };
  stats: readonly { figure: string; label: string }[];
  cta: { title: string; lede: string };
  faq: { title: string; items: readonly Question[] };
}

const { members, countries, wouldRecommend } = site.figures;
const early = discounts.earlyBeliever;
const { quarter, setIn } = site.launchTarget;

/** What every card of a later feature says beside its words. */
const later = (plan: PlanKey) => ({ tag: 'Coming Soon', plan: plannedFor(plan) }) as const;

export const landing: LandingContent = {
  meta: {
    title: `${site.name}: plan the day around prayer`,
    description: `An app for Muslims that will plan work, rest and worship around the five prayers. ${site.name} is in development; its waitlist is open.`,
  },
  hero: {
    badge: 'Now in Development',
    title: { before: 'Plan the day', emphasis: 'around what lasts', after: '.' },
    lede: `${site.name} will be an app for Muslims that plans work, rest and worship around the five prayers.`,
    form: feedingForm,
    promise: [
      `Free early access to the beta, then ${early}% off for life.`,
      'We will email you when it opens.',
    ],
    counters: [
      { value: members, suffix: '+', label: 'early believers' },
      { value: countries, suffix: '', label: 'countries' },
      { value: 'Beta', suffix: '', label: 'Coming soon' },
    ],
  },
  day: {
    label: 'An example of a day, drawn as the path of the sun, with the five prayers on it',
    moments: {
      fajr: 'Fajr',
      sunrise: 'sunrise',
      dhuhr: 'Dhuhr',
      asr: 'Asr',
      maghrib: 'Maghrib',
      isha: 'Isha',
    },
    events: [
      { title: 'Deep work', text: 'The quiet after Fajr' },
      { title: 'Qailulah', text: 'A short midday rest' },
      { title: 'Leave by 15:40', text: 'Traffic is heavy today' },
    ],
  },
  features: {
    eyebrow: 'What it will do',
    title: 'Eight things, in the order of a day',
    lede: 'None of them is finished, and some may still change. All will be built around prayer times.',
    example: 'For example, at',
    items: [
      {
        title: 'Blessed-time reminders',
        text: 'For the last third of the night, the minutes between adhan and iqamah, and the hour to seek on Friday. You will choose which ones you hear, and how softly.',
        moment: {
          at: '03:55',
          text: 'One low light and no sound. It is the last third of the night, and Fajr is in 75 minutes.',
        },
        icon: 'blessed-times',
      },
      {
        title: 'Quran memorisation coach',
        text: 'It will balance new lines with revision, so that what you learned in Ramadan is still with you in Muharram.',
        moment: {
          at: '05:40',
          text: 'Three new lines, ten old ones, and the page you keep losing at the same word.',
        },
        icon: 'memorisation',
      },
      {
        title: 'AI task coach',
        text: 'It will sort your list by what each task is for, Akhirah or Dunya, and ask where it cannot tell. The intention is yours, so the last word will be too.',
        moment: {
          at: '07:30',
          text: 'Ring your mother: Akhirah. The forty emails: Dunya. The tax return: it will ask, since only you know why you are doing it.',
        },
        icon: 'akhirah-dunya',
      },
      {
        title: 'AI thought capture',
        text: 'Say it in ten words on the way to the prayer. It will be dated, filed and brought back afterwards, so it is not on your mind while you pray.',
        moment: {
          at: '12:30',
          text: 'On the stairs to the prayer room you say ‘Ask Sana about the lease’. You will hear of it again at two o’clock.',
        },
        icon: 'thought-capture',
      },
      {
        title: 'Prayer-aware and traffic-aware scheduling',
        text: 'Meetings, errands and long stretches of work will be placed between the prayers, with time for wudu and the walk. When the road slows, the plan will move before you have to.',
        moment: {
          at: '15:20',
          text: 'The ring road is filling. Leave by 15:40 and you pray Asr in the mosque; your four o’clock call moves to half past.',
        },
        icon: 'prayer-times',
      },
      {
        title: 'Hijri calendar with fasting reminders',
        text: 'The white days (the 13th, 14th and 15th of the Hijri month) and Arafah will stand beside the dentist and the deadline. Dates will be calculated, and you can move them by a day for your local sighting. On days when fasting is not allowed, such as Eid, it will say nothing.',
        moment: {
          at: '18:45',
          text: 'The sun has set and the thirteenth has begun. Tomorrow is the first of the white days, if you would like to fast.',
        },
        icon: 'hijri-calendar',
      },
      {
        title: 'Community of friends',
        text: 'A few people whom you chose and who chose you. They will see what you decide to tell them, and never what you missed. There will be no strangers and no table of scores.',
        moment: {
          at: '20:15',
          text: 'Bilal has finished Surah al-Mulk and wanted the three of you to know. That is the whole message.',
        },
        icon: 'friends',
      },
      {
        title: 'Sleep and health tracking',
        text: 'Bedtime will be counted back from Fajr, not forward from the last episode. Meals and movement will be planned round the prayers.',
        moment: {
          at: '21:30',
          text: 'Lights down in half an hour. That leaves seven hours of sleep before Fajr.',
        },
        icon: 'sleep-health',
      },
    ],
  },
  advanced: {
    eyebrow: 'On the way',
    title: 'Later, because they are harder to get right',
    groups: [
      {
        title: 'Worship',
        intro: 'For the worship that most calendars forget.',
        icon: 'worship',
        cards: [
          {
            title: 'Another plan for Ramadan',
            text: 'In Ramadan the whole plan will be redrawn, from suhoor to tarawih, and put back on the morning of Eid.',
            ...later('free'),
          },
          {
            title: 'A page for hard choices',
            text: 'Before a big decision you will have one page for the advice you were given, your istikhara and your reasons. Once you decide, it will close.',
            ...later('believer'),
          },
          {
            title: 'Both Friday hours',
            text: 'There are two well-known views of when the hour falls. Both will be shown, each with its hadith.',
            ...later('free'),
          },
        ],
      },
      {
        title: 'Focus',
        intro: 'For work that deserves a clean beginning and a clean end.',
        icon: 'focus',
        cards: [
          {
            title: 'The adhan as a full stop',
            text: 'Ten minutes before the prayer you will be asked for one line: where did you get to? After it, the line will be waiting.',
            ...later('believer'),
          },
          {
            title: 'When the morning falls apart',
            text: 'A child wakes at six with a fever. By nine the rest of the day will have been planned again, with nothing marked in red.',
            ...later('believer'),
          },
          {
            title: 'Muhasabah at the day’s end',
            text: 'Four short questions about where the hours went and for whose sake. No grade will be given, and nobody else will see the answers.',
            ...later('free'),
          },
        ],
      },
      {
        title: 'Body and circle',
        intro: 'For your body and your friends.',
        icon: 'body',
        cards: [
          {
            title: 'Time for qailulah',
            text: 'Twenty minutes of rest near Dhuhr that no meeting will be able to book.',
            ...later('free'),
          },
          {
            title: 'Lighter days for fasting',
            text: 'On a day you fast, hard work will go to the morning and routine work to what is left.',
            ...later('believer'),
          },
          {
            title: 'Quiet company',
            text: 'Two friends, one hour, each at a desk of their own. You will begin together and stop together, with not a word between.',
            ...later('ummah'),
          },
        ],
      },
    ],
  },
  stats: [
    { figure: `${members}+`, label: 'waitlist members' },
    { figure: `${countries}`, label: 'countries' },
    { figure: `${wouldRecommend}%`, label: 'would recommend' },
    { figure: quarter, label: 'launch target' },
  ],
  cta: {
    title: 'Begin with the first hour',
    lede: `Leave your email and we will invite you to the beta first. That is founder access, and it is free. Founder pricing comes with it: ${early}% off the paid plans, for life.`,
  },
  faq: {
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
  },
};
