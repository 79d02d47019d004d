import { consent, type FeedingFormWords, feedingForm } from '../messages.ts';
import type { Headline, IconName, PageMeta, Question } from '../page-parts.ts';
import { discounts, inDollars, prices } from '../prices.ts';
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
  moment: string;
  icon: IconName;
}

interface AdvancedGroup {
  title: string;
  intro: string;
  icon: IconName;
  cards: readonly { title: string; text: string; tag: 'Coming Soon' }[];
}

export interface LandingContent {
  meta: PageMeta;
  hero: {
    badge: string;
    title: Headline;
    lede: string;
    form: FeedingFormWords;
    /** A number counts up and is followed by its suffix; a word stands as it is. */
    counters: readonly { value: number | string; suffix: string; label: string }[];
  };
  /** The words on the hero’s drawing. */
  day: {
    label: string;
    moments: Record<DayMoment, string>;
    events: readonly [DayEvent, DayEvent, DayEvent];
  };
  features: { eyebrow: string; title: string; lede: string; items: readonly PlannedFeature[] };
  advanced: { eyebrow: string; title: string; groups: readonly AdvancedGroup[] };
  stats: readonly { figure: string; label: string }[];
  cta: { title: string; lede: string; consent: string; privacyLink: string };
  faq: { title: string; items: readonly Question[] };
}

const { members, countries, wouldRecommend } = site.figures;
const tag = 'Coming Soon';

export const landing: LandingContent = {
  meta: {
    title: `${site.name}: plan the day around prayer`,
    description: `Work, rest and worship in one schedule that will start from the five prayers. ${site.name} is in development; its waitlist is open.`,
  },
  hero: {
    badge: 'Now in Development',
    title: { before: 'Plan the day', emphasis: 'around what lasts', after: '.' },
    lede: `${site.name} will set your work, rest and worship in one calm schedule that starts from the five prayers and bends with real life.`,
    form: feedingForm,
    counters: [
      { value: members, suffix: '+', label: 'early believers' },
      { value: countries, suffix: '', label: 'countries' },
      { value: 'Beta', suffix: '', label: 'Coming soon' },
    ],
  },
  day: {
    label: 'A day drawn as the path of the sun, with the five prayers on it',
    moments: {
      fajr: 'Fajr',
      sunrise: 'sunrise',
      dhuhr: 'Dhuhr',
      asr: 'Asr',
      maghrib: 'Maghrib',
      isha: 'Isha',
    },
    events: [
      { title: 'Deep work', text: 'Barakah in the early hours' },
      { title: 'Qailulah', text: 'A short midday rest' },
      { title: 'Leave by 15:40', text: 'Traffic is heavy today' },
    ],
  },
  features: {
    eyebrow: 'What it will do',
    title: 'Eight things, in the order of a day',
    lede: 'None of them is finished, and some may yet change their names. Where each one begins is settled: with the next adhan.',
    items: [
      {
        title: 'Blessed-time reminders',
        text: 'The last third of the night, the minutes between adhan and iqamah, the hour sought on Friday. You will choose which of them may speak to you, and how softly.',
        moment:
          '03:55. One low light and no sound: the last third of the night is passing, and Fajr is seventy-five minutes off.',
        icon: 'blessed-times',
      },
      {
        title: 'Quran memorisation coach',
        text: 'It will pace new lines against old ones, so that what you learned in Ramadan is still with you in Muharram.',
        moment:
          '05:40, half an hour after Fajr. Three new lines, ten old ones, and the page you keep losing at the same word.',
        icon: 'memorisation',
      },
      {
        title: 'AI task coach',
        text: 'It will sort your list by what each task is for, Akhirah or Dunya, and ask where it cannot tell. The intention is yours, so the last word will be too.',
        moment: '07:30. Ring your mother: Akhirah. The tax return: Dunya. The forty emails: after both.',
        icon: 'akhirah-dunya',
      },
      {
        title: 'AI thought capture',
        text: 'Say it in ten words on the way to the prayer. It will be dated, filed and brought back afterwards, so that it does not follow you into the row.',
        moment:
          '12:30, on the stairs to the prayer room. ‘Ask Sana about the lease’: said once, and gone until two o’clock.',
        icon: 'thought-capture',
      },
      {
        title: 'Prayer-aware and traffic-aware scheduling',
        text: 'Meetings, errands and long stretches of work will be laid between the prayers, with room for wudu and the walk. When the road slows, the plan will move before you have to.',
        moment:
          '15:20. The ring road is filling. Leave by 15:40 and Asr is in the mosque; the four o’clock call waits until half past.',
        icon: 'prayer-times',
      },
      {
        title: 'Hijri calendar with fasting reminders',
        text: 'The white days and Arafah will stand beside the dentist and the deadline. Dates will be calculated, yours to shift by a day for the local sighting, and quiet on the days that are not for fasting.',
        moment:
          '18:45. With sunset the thirteenth has begun: tomorrow is the first of the white days, if you would like to fast it.',
        icon: 'hijri-calendar',
      },
      {
        title: 'Community of friends',
        text: 'A few people who chose you as you chose them. They will see what you decide to tell, and never what you missed: no strangers, no table of scores.',
        moment:
          '20:15. Bilal has finished Surah al-Mulk and wanted the three of you to know. That is the whole message.',
        icon: 'friends',
      },
      {
        title: 'Sleep and health tracking',
        text: 'Bedtime will be counted back from Fajr instead of forward from the last episode, with food, movement and the midday nap set round the prayers.',
        moment: '21:30. Lights down in half an hour, and there are seven hours of sleep before Fajr.',
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
        intro: 'For the acts a calendar usually has no square for.',
        icon: 'worship',
        cards: [
          {
            title: 'The month that turns over',
            text: 'In Ramadan the whole plan will be redrawn, from suhoor to tarawih, and put back on the morning of Eid.',
            tag,
          },
          {
            title: 'Pages that come back',
            text: 'A page that slips will return in days, one that holds in weeks. Your recitation will decide which is which.',
            tag,
          },
          {
            title: 'Both Friday hours',
            text: 'The two well-known views of when the hour falls will be shown side by side, each with its hadith.',
            tag,
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
            text: 'Ten minutes before the prayer you will be asked for one line: where were you? After it, the line will be waiting.',
            tag,
          },
          {
            title: 'A morning re-laid',
            text: 'A feverish child at six, and by nine the rest of the day will have been dealt out again without a red mark on it.',
            tag,
          },
          {
            title: 'Muhasabah at the week’s end',
            text: 'Four questions about where the hours went and for whose sake. No grade will be given, and nobody else will see the answers.',
            tag,
          },
        ],
      },
      {
        title: 'Body and circle',
        intro: 'For what you were lent, and those you were given.',
        icon: 'body',
        cards: [
          {
            title: 'A door for qailulah',
            text: 'Twenty minutes near Dhuhr that no meeting will be able to book.',
            tag,
          },
          {
            title: 'Lighter days for fasting',
            text: 'On a day you fast, demanding work will be offered the morning and the routine kind what is left.',
            tag,
          },
          {
            title: 'Quiet company',
            text: 'Two friends, one hour, each at a desk of their own: you will begin together and stop together, with not a word between.',
            tag,
          },
        ],
      },
    ],
  },
  stats: [
    { figure: `${members}+`, label: 'waitlist members' },
    { figure: `${countries}`, label: 'countries' },
    { figure: `${wouldRecommend}%`, label: 'would recommend' },
    { figure: site.launchTarget, label: 'launch target' },
  ],
  cta: {
    title: 'Begin with the first hour',
    lede: 'Leave an address, and the beta will come to it before the doors open to everyone.',
    consent: consent.text,
    privacyLink: consent.privacyLink,
  },
  faq: {
    title: 'Fair questions',
    items: [
      {
        question: 'When will it launch?',
        answer: `The target is ${site.launchTarget}, with beta testing before it for the waitlist. Should the date move, the list will be told, with the reason.`,
      },
      {
        question: 'What will it cost?',
        answer: `A free plan, at ${inDollars(prices.free.amount)} ${prices.free.period}, will carry the prayers and the calendar. Believer is set at ${inDollars(prices.believer.amount)} ${prices.believer.period} and Ummah at ${inDollars(prices.ummah.amount)} ${prices.ummah.period}, each with ${discounts.earlyBeliever}% off for early believers.`,
      },
      {
        question: 'Which phones and computers will it run on?',
        answer: 'The web, iOS and Android from the start; a desktop app is to follow.',
      },
      {
        question: 'Will it work without a connection?',
        answer:
          'For the core of it, yes: the day’s plan, the prayer times and the Hijri dates are meant to open on a plane, in a basement and in a village with one bar of signal. Traffic and the AI coaches will need a line, and will say so when there is none.',
      },
      {
        question: 'What becomes of my data, and of what it says about my faith?',
        answer:
          'Today there is only the waitlist, and it holds your address, how you heard of us, when you joined and which wording you agreed to. Because such a list can point to a person’s religion, it is shown to nobody and sold to nobody, and the privacy page names each field. The app is being designed to ask for less than it could, and its terms will be published before the first beta account exists.',
      },
      {
        question: 'How will prayer times be worked out?',
        answer:
          'By calculation from where you are, with the method left to you, either view of when Asr begins, and a few minutes either way for your own mosque. Where the app and its notice board still differ, we would have you believe the board.',
      },
      {
        question: 'Who is behind it?',
        answer:
          'A small team, introduced on the About page by what each of us answers for. No scholar’s name is borrowed to lend it weight, and letters with corrections are read first.',
      },
      {
        question: 'What do I agree to by joining?',
        answer:
          'To letters about three things: the beta, the launch and, now and then, a new article. No account is made and no card is asked for. To leave, write to us from the same address.',
      },
    ],
  },
};
