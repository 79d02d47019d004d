import { type Hero, named, type PageMeta, type PricedCard } from '../page-parts.ts';
import { plannedFor } from '../plans.ts';
import { type Prayer, prayerNames } from '../prayers.ts';

interface Finding {
  practice: string;
  /** Ids in content/scripture/. */
  sunnah: readonly string[];
  finding: string;
  /** How large the study is, and how far to trust it. */
  strength: string;
  source: { label: string; url: string };
}

export interface HealthContent {
  meta: PageMeta;
  /** `reference` is the id, in content/scripture/, of the hadith that the title is taken from. */
  hero: Hero & { reference: string };
  /** The words on the drawing of a day and its night. */
  ring: {
    label: string;
    names: Record<Prayer | 'sleep' | 'qailulah' | 'meals' | 'movement', string>;
  };
  cards: {
    title: string;
    lede: string;
    /** The label of the fold with a card’s other texts. */
    more: string;
    items: readonly PricedCard[];
  };
  science: {
    eyebrow: string;
    title: string;
    lede: string;
    /** The label of the fold with a row’s other texts. */
    more: string;
    labels: { practice: string; sunnah: string; finding: string; strength: string; source: string };
    rows: readonly Finding[];
  };
  tracking: { title: string; lede: string; items: readonly { title: string; text: string }[] };
  note: { title: string; text: string; source: { text: string; label: string; url: string } };
}

export const health: HealthContent = {
  meta: {
    ...named('Health: sleep, food and rest round the prayers'),
    description:
      'How sleep, qailulah, fasting and movement will find their place in the plan, and what studies really show beside the Sunnah. Not medical advice.',
  },
  hero: {
    eyebrow: 'Health',
    title: { before: 'Your body has a', emphasis: 'right over you', after: '.' },
    lede: 'So sleep, food and movement will have places in the plan that work cannot take.',
    reference: 'h-body-right',
  },
  ring: {
    label:
      'A day and its night drawn as a ring: the five prayers, with sleep, a midday rest, three meals and a walk between them',
    names: {
      ...prayerNames,
      sleep: 'Sleep',
      qailulah: 'Qailulah',
      meals: 'Meals',
      movement: 'Movement',
    },
  },
  cards: {
    title: 'What it will plan for your body',
    lede: 'Each will stay off until you switch it on.',
    more: 'More texts',
    items: [
      {
        title: 'Sleep, counted back from Fajr',
        text: 'You will say how long you would like to sleep. The plan will name a bedtime.',
        plan: plannedFor('health'),
        icon: 'sleep-health',
        references: ['h-wudu-right-side'],
      },
      {
        title: 'Qailulah: a midday rest',
        text: 'Short, near Dhuhr, and kept free in your plan. On Fridays it will come after the prayer.',
        plan: plannedFor('qailulah'),
        icon: 'blessed-times',
        references: ['q-30-23'],
      },
      {
        title: 'Movement before Maghrib',
        text: 'The walk to the mosque will count. For more, the plan will look for a free half-hour before Maghrib.',
        plan: plannedFor('health'),
        icon: 'body',
        references: ['h-race', 'h-joints'],
      },
      {
        title: 'Eating and fasting',
        text: 'Meals will follow the fasts you keep. One tap will drop a fast (illness, travel, pregnancy, breastfeeding, a period, childbirth), and can list it to be made up. The app will not decide for you: ask a scholar and, for your health, a doctor.',
        plan: plannedFor('fastingDays'),
        icon: 'hijri-calendar',
        references: ['q-7-31', 'h-thirds', 'h-mon-thu'],
      },
      {
        title: 'A page for your doctor',
        text: 'After three weeks of poor sleep in your notes, you will be offered one page to show a doctor. If you are worried, speak to a doctor now (in the UK, your GP or 111). In an emergency, call the emergency number (999 in\u00a0the\u00a0UK).',
        plan: plannedFor('health'),
        icon: 'doctors-page',
        references: ['h-seek-treatment', 'h-cure'],
      },
    ],
  },
  science: {
    eyebrow: 'Science meets Sunnah',
    title: 'What the texts say, and what studies found',
    lede: 'Neither Quran nor Sunnah needs proof from science. Where a related habit has been studied, we say what was found and how far to trust it.',
    more: 'One more text',
    labels: {
      practice: 'Practice',
      sunnah: 'Text',
      finding: 'What studies suggest',
      strength: 'How strong',
      source: 'Study',
    },
    rows: [
      {
        practice: 'Giving the night to sleep',
        sunnah: ['q-78-9-11'],
        finding: 'Adults are advised to sleep seven hours or more a night, regularly.',
        strength: 'An agreed statement by sleep specialists; needs differ.',
        source: { label: 'Watson and others, 2015', url: 'https://doi.org/10.5664/jcsm.4758' },
      },
      {
        practice: 'Qailulah',
        sunnah: ['h-qailulah', 'h-qailulah-friday'],
        finding:
          'After a short night, a nap of about ten minutes lifted alertness; one of thirty brought grogginess first.',
        strength: 'Twenty-four people, all of them short of sleep.',
        source: { label: 'Brooks and Lack, 2006', url: 'https://pubmed.ncbi.nlm.nih.gov/16796222/' },
      },
      {
        practice: 'The fast of Ramadan',
        sunnah: ['q-2-183', 'q-2-185'],
        finding: 'Weight fell a little over the month, and for the most part came back.',
        strength:
          'Seventy studies, with modest effects. The verse gives the reason to fast: to be mindful of Allah (taqwa).',
        source: {
          label: 'Fernando and others, 2019',
          url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC6412279/',
        },
      },
      {
        practice: 'Going to the prayer on foot',
        sunnah: ['h-steps'],
        finding:
          'People who take more steps a day tend to live longer. There is little evidence for exactly ten thousand.',
        strength: 'Fifteen groups followed over years. A link; it does not prove a cause.',
        source: { label: 'Paluch and others, 2022', url: 'https://doi.org/10.1016/S2468-2667(21)00302-9' },
      },
    ],
  },
  tracking: {
    title: 'What you will be able to note down',
    lede: 'You may leave any of these blank. The app will have a privacy policy of its own.',
    items: [
      { title: 'Sleep', text: 'Bedtime, getting up, and how you woke for Fajr.' },
      { title: 'Qailulah', text: 'Taken, skipped, or overslept.' },
      { title: 'Fasts', text: 'Ramadan fasts, chosen fasts, and fasts to make up.' },
      { title: 'Meals', text: 'That you ate, and with whom. No calories.' },
      { title: 'Water', text: 'Glasses, from iftar to suhoor or by day.' },
      { title: 'Movement', text: 'Steps from your phone, if you allow it.' },
      { title: 'How the day felt', text: 'One word.' },
    ],
  },
  note: {
    title: 'Not medical advice',
    text: 'This page gives general information. Talk to your doctor before fasting or changing sleep, diet or exercise, especially if you are pregnant, breastfeeding or diabetic, or take medicine.',
    source: {
      text: 'If you have diabetes, never let a website decide whether you fast. There are',
      label: 'guidelines for doctors on diabetes and Ramadan (IDF-DAR, 2021)',
      url: 'https://doi.org/10.1016/j.diabres.2021.109185',
    },
  },
};
