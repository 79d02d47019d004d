import { type CitedCard, type Hero, named, type PageMeta } from '../page-parts.ts';
import { plannedFor } from '../prices.ts';
import { site } from '../site.ts';
import { type HowWeKnowContent, howWeKnow } from './islam/how-we-know.ts';

export interface IslamContent {
  meta: PageMeta;
  hero: Hero;
  cards: { title: string; lede: string; items: readonly CitedCard[] };
  barakah: {
    eyebrow: string;
    title: string;
    paragraphs: readonly string[];
    /** Ids in content/scripture/: the verse that is set large, and the hadith the name comes from. */
    verse: string;
    quote: string;
    can: { title: string; items: readonly string[] };
    cannot: { title: string; items: readonly string[] };
    references: readonly string[];
    note: string;
  };
  howWeKnow: HowWeKnowContent;
}

export const islam: IslamContent = {
  meta: {
    ...named('Islam: the prayers keep the time'),
    description:
      'Six ways a planner can take worship seriously, each with its verse or hadith, and an honest account of what an app can do about barakah.',
  },
  hero: {
    eyebrow: 'Faith',
    title: { before: 'Five appointments', emphasis: 'are already made', after: '.' },
    lede: `The five prayers came before your first meeting and will outlast your last. ${site.name} will plan what lies between them, and leave room to ask whom the work is for.`,
  },
  cards: {
    title: 'Six convictions the app will be built on',
    lede: 'Beside each stands the text it leans on, in summary, with a link to read it in full.',
    items: [
      {
        title: 'An intention before a deadline',
        text: 'Each project will carry one line that says for whose sake it is done. You may leave the line empty. You will be asked once, and never marked on the answer.',
        plan: plannedFor('free'),
        icon: 'worship',
        references: ['h-intentions', 'q-6-162'],
      },
      {
        title: 'A day hung on the prayers',
        text: 'Prayer will go into the calendar first, with time for wudu, for the walk, and for sitting a while after the salam. All else will fit round it. During a period, or whenever you are excused from prayer, the prayer reminders will go quiet.',
        plan: plannedFor('free'),
        icon: 'prayer-times',
        references: ['q-4-103', 'h-prayer-time', 'h-prayer-comfort'],
      },
      {
        title: 'Remembrance at its own hours',
        text: 'Morning and evening adhkar, the supplication before the iqamah, the night’s last third: you will switch on each one yourself, and find its source beside the switch.',
        plan: plannedFor('free'),
        icon: 'blessed-times',
        references: [
          'q-33-41-42',
          'h-adhan-iqama',
          'h-last-third',
          'h-friday-hour-imam',
          'h-friday-hour-asr',
        ],
      },
      {
        title: 'Small, and kept up',
        text: 'The least you can manage on a bad day will be enough to keep a habit. If you sleep through your portion of the Quran at night, it will be offered again before Dhuhr.',
        plan: plannedFor('believer'),
        icon: 'memorisation',
        references: ['h-consistent-6465', 'h-make-up', 'h-dont-stop'],
      },
      {
        title: 'Decide, then rely',
        text: 'A hard choice will have a page of its own: whom you consulted, when you prayed istikhara, what you decided. Then the page will close, because the outcome was never yours to schedule.',
        plan: plannedFor('believer'),
        icon: 'focus',
        references: ['q-3-159', 'h-istikhara', 'h-tawakkul-birds'],
      },
      {
        title: 'Taking stock each night',
        text: 'At night you will see what the hours were spent on, this life and the next, and be asked four short questions. The answers will be for your eyes alone. There will be no streak to lose.',
        plan: plannedFor('free'),
        icon: 'akhirah-dunya',
        references: ['q-59-18', 'q-28-77', 'h-two-blessings'],
      },
    ],
  },
  barakah: {
    eyebrow: 'Barakah',
    title: 'Given, and never measured',
    paragraphs: [
      'Barakah is good that Allah places in a thing, so that a little of it goes a long way. It may be in an hour, a wage, or a pot of soup with one guest too many. It is His gift. It has no unit and fits on no chart.',
      `The texts speak of it beside particular things: early mornings, honest dealing, wealth taken without greed, the meal before a fast. Our name comes from the first: ${site.name} means ${site.meaning}, which the Prophet ﷺ prayed would be blessed.`,
      'So we ask for it, we try not to drive it away, and we build the part that can be built.',
    ],
    verse: 'q-7-96',
    quote: 'h-morning-barakah',
    can: {
      title: 'What an app will be able to do',
      items: [
        'Keep the hour after Fajr free of calls, once you have told it to.',
        'Wake you for suhoor while there is still time to eat it.',
        'Bring back the promise you made a customer while there is time to keep it.',
        'Remind you to ring your aunt, if you ask it to.',
      ],
    },
    cannot: {
      title: 'What no app can',
      items: [
        'Tell you that a day had barakah in it, or how much.',
        'Turn an early alarm into wealth, or into calm.',
        'Take the place of supplication, of a teacher, or of the people you pray beside.',
      ],
    },
    references: ['h-honest-trade', 'h-barakah-wealth', 'h-suhoor', 'h-kin'],
    note: 'You will find no rulings here. We show texts with their references and grades; what they ask of you is a question for a scholar you trust.',
  },
  howWeKnow,
};
