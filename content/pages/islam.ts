import { type CitedCard, type Hero, named, type PageMeta } from '../page-parts.ts';
import { pricingPath } from '../paths.ts';
import { site } from '../site.ts';
import { type HowWeKnowContent, howWeKnow } from './islam/how-we-know.ts';

export interface IslamContent {
  meta: PageMeta;
  hero: Hero;
  cards: {
    title: string;
    lede: string;
    /** The label of the fold with a card’s other texts. */
    more: string;
    items: readonly CitedCard[];
    /** A link to the plans, because this page names no prices. */
    plans: { text: string; label: string; href: `/${string}` };
  };
  barakah: {
    eyebrow: string;
    title: string;
    paragraphs: readonly string[];
    /** Ids in content/scripture/: the verse that is set large, and the hadith the name comes from. */
    verse: string;
    quote: string;
    can: { title: string; items: readonly string[] };
    cannot: { title: string; items: readonly string[] };
    /** The label of the fold with the references. */
    more: string;
    references: readonly string[];
    note: string;
  };
  howWeKnow: HowWeKnowContent;
}

export const islam: IslamContent = {
  meta: {
    ...named('Islam: the prayers keep the time'),
    description:
      'Six ways a planner can take worship seriously, each with its verse or hadith, and an honest account of what no app can do about barakah.',
  },
  hero: {
    eyebrow: 'Faith',
    title: { before: 'Five appointments', emphasis: 'are already made', after: '.' },
    lede: `The five prayers come before any meeting. ${site.name} will plan what lies between them.`,
  },
  cards: {
    title: 'Six ways the app will make room for worship',
    lede: 'Beside each stands a text on the worship itself, in summary, and a link to read it in full.',
    more: 'More texts',
    items: [
      {
        title: 'An intention before a deadline',
        text: 'Each project will have one line that says for whose sake it is done. You may leave it empty.',
        icon: 'worship',
        references: ['h-intentions', 'q-6-162'],
      },
      {
        title: 'Prayers go in first',
        text: 'Each will come with time for wudu, the walk, and sitting a while after the salam. If you tell the app that you are excused, during a period for example, the prayer reminders will go quiet.',
        icon: 'prayer-times',
        references: ['q-4-103', 'h-prayer-time', 'h-prayer-comfort'],
      },
      {
        title: 'Remembrance at its own hours',
        text: 'Morning and evening adhkar, the supplication before the iqamah, the night’s last third: you will switch on each one yourself.',
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
        title: 'A small habit, kept up',
        text: 'On a bad day, the least you can manage will keep it going. A portion of the Quran missed at night will be offered again before Dhuhr.',
        icon: 'memorisation',
        references: ['h-consistent-6465', 'h-make-up', 'h-dont-stop'],
      },
      {
        title: 'A page for hard choices',
        text: 'You will note whom you consulted, when you prayed istikhara and what you decided. Then the page will close, and what remains is to rely on Allah.',
        icon: 'hard-choices',
        references: ['q-3-159', 'h-istikhara', 'h-tawakkul-birds'],
      },
      {
        title: 'Muhasabah: four questions at night',
        text: 'You will be asked about your day. We will not read or share your answers. There will be no streak to lose.',
        icon: 'night-questions',
        sketch: 'night',
        references: ['q-59-18', 'q-28-77', 'h-two-blessings'],
      },
    ],
    plans: {
      label: 'Pricing',
      text: 'says which of these will be free, and which will come later.',
      href: pricingPath,
    },
  },
  barakah: {
    eyebrow: 'Barakah',
    title: 'Given, and never measured',
    paragraphs: [
      'Barakah is the good that Allah places in a thing, so that a little of it goes a long way. It is His gift, has no unit and fits on no chart.',
      `Hadith link it with early mornings, honest dealing, wealth taken without greed, and the meal before a fast. Our name comes from the first: ${site.name} means ${site.meaningInFull}.`,
    ],
    verse: 'q-7-96',
    quote: 'h-morning-barakah',
    can: {
      title: 'What an app can do',
      items: [
        'Keep the hour after Fajr clear in your plan, once you tell it to.',
        'Wake you for suhoor while there is still time to eat it.',
        'Bring up a promise to a customer while you can still keep it.',
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
    more: 'Three texts on barakah, and one on provision',
    references: ['h-honest-trade', 'h-barakah-wealth', 'h-suhoor', 'h-kin'],
    note: 'You will find no rulings here. We show texts with their references, and hadith from the Sunni collections with their grades; what they ask of you is a question for a scholar you trust.',
  },
  howWeKnow,
};
