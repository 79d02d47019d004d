import type { CitedCard, Headline, PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

export interface IslamContent {
  meta: PageMeta;
  hero: { eyebrow: string; title: Headline; lede: string };
  cards: { title: string; lede: string; items: readonly CitedCard[] };
  barakah: {
    eyebrow: string;
    title: string;
    paragraphs: readonly string[];
    /** Ids in content/scripture.ts: the verse that is set large, and the hadith the name comes from. */
    verse: string;
    quote: string;
    can: { title: string; items: readonly string[] };
    cannot: { title: string; items: readonly string[] };
    references: readonly string[];
    note: string;
  };
}

export const islam: IslamContent = {
  meta: {
    title: `Islam: the prayers keep the time · ${site.name}`,
    description:
      'Six ways a planner can take worship seriously, each with its verse or hadith, and an honest account of what an app can do about barakah.',
  },
  hero: {
    eyebrow: 'Faith',
    title: { before: 'Five appointments', emphasis: 'are already made', after: '.' },
    lede: 'They came before the first meeting and will outlast the last one. What is left to plan is everything between them, and whom it is for.',
  },
  cards: {
    title: 'Six convictions the app will be built on',
    lede: 'Beside each stands the text it leans on, in summary, with a way to read it whole.',
    items: [
      {
        title: 'An intention before a deadline',
        text: 'Each project will carry one line that says for whose sake it is done. You may leave the line empty; you will be asked once, and never marked on the answer.',
        icon: 'worship',
        references: ['h-intentions', 'q-6-162'],
      },
      {
        title: 'A day hung on the prayers',
        text: 'Prayer will go into the calendar first and all else into what remains: time for wudu, for the walk, and for sitting a while after the salam. On days when you do not pray, the hours will keep their shape and the calls will fall silent.',
        icon: 'prayer-times',
        references: ['q-4-103', 'h-prayer-time', 'h-prayer-comfort'],
      },
      {
        title: 'Remembrance at its own hours',
        text: 'Morning and evening adhkar, the supplication before the iqamah, the night’s last third: you will switch on each one by hand, and find its source beside the switch.',
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
        text: 'The least you can manage on a bad day will be allowed to be the habit. A night’s portion slept through will be offered again before Dhuhr.',
        icon: 'memorisation',
        references: ['h-consistent-6465', 'h-make-up', 'h-dont-stop'],
      },
      {
        title: 'Decide, then rely',
        text: 'A hard choice will have a page of its own: whom you consulted, when you prayed istikhara, what you settled on. Then the page will close, for the outcome was never yours to schedule.',
        icon: 'focus',
        references: ['q-3-159', 'h-istikhara', 'h-tawakkul-birds'],
      },
      {
        title: 'An account before the account',
        text: 'At night, one glance at what the hours were spent on, this life and the next, for your eyes alone. There will be no streak to lose.',
        icon: 'akhirah-dunya',
        references: ['q-59-18', 'q-28-77', 'h-two-blessings'],
      },
    ],
  },
  barakah: {
    eyebrow: 'Barakah',
    title: 'Given, and never measured',
    paragraphs: [
      'Barakah is good that Allah places in a thing, so that a little of it goes a long way: an hour, a wage, a pot of soup with one guest too many. It is His gift. It has no unit and fits on no chart.',
      `The texts speak of it beside particular things: early mornings, straight dealing, a hand that takes without greed, the meal before a fast. From the first of these comes our name, since ${site.name} means ${site.meaning}.`,
      'So we ask for it, we try not to drive it away, and we build the part that can be built.',
    ],
    verse: 'q-7-96',
    quote: 'h-morning-barakah',
    can: {
      title: 'What an app will be able to do',
      items: [
        'Hold the hour after Fajr free of calls, once you have told it to.',
        'Wake you for suhoor while there is still night to eat it in.',
        'Put the promise you made a customer where you will meet it again in time.',
        'Notice that you have not rung your aunt since Eid.',
      ],
    },
    cannot: {
      title: 'What no app can',
      items: [
        'Tell you that a day had barakah in it, or how much.',
        'Turn an early alarm into wealth, or into calm.',
        'Stand in for supplication, for a teacher, or for the row you pray in.',
      ],
    },
    references: ['h-honest-trade', 'h-barakah-wealth', 'h-suhoor', 'h-kin'],
    note: 'You will find no rulings here. We show texts with their references and grades; what they ask of you is a question for a scholar you trust.',
  },
};
