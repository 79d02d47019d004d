import type { IconName } from '../../page-parts.ts';
import { plannedFor } from '../../plans.ts';

interface AdvancedGroup {
  title: string;
  intro: string;
  icon: IconName;
  cards: readonly { title: string; text: string; tag: 'Coming Soon'; plan: string }[];
}

export interface AdvancedContent {
  eyebrow: string;
  title: string;
  groups: readonly AdvancedGroup[];
}

/** What every card of a later feature says besides its own words. */
const later = (feature: Parameters<typeof plannedFor>[0]) =>
  ({ tag: 'Coming Soon', plan: plannedFor(feature) }) as const;

export const advanced: AdvancedContent = {
  eyebrow: 'On the way',
  title: 'Nine things for after the launch',
  groups: [
    {
      title: 'Worship',
      intro: 'What most calendars forget.',
      icon: 'prayer-times',
      cards: [
        {
          title: 'A different day in Ramadan',
          text: 'The plan will be redrawn, from suhoor to tarawih.',
          ...later('ramadan'),
        },
        {
          title: 'A page for hard choices',
          text: 'Advice, istikhara and your reasons will be on one page.',
          ...later('hardChoices'),
        },
        {
          title: 'The hour of response on Friday',
          text: 'You will see the two main views of when supplication is answered.',
          ...later('fridayHour'),
        },
      ],
    },
    {
      title: 'Focus',
      intro: 'A clean beginning and a clean end.',
      icon: 'blessed-times',
      cards: [
        {
          title: 'Work stops before prayer',
          text: 'Your note of where you got to will be waiting.',
          ...later('workStops'),
        },
        {
          title: 'A new plan for a broken morning',
          text: 'A child has a fever: the day will be rearranged.',
          ...later('brokenMorning'),
        },
        {
          title: 'Muhasabah: four questions at night',
          text: 'You will be asked about your day. We will not read or share your answers.',
          ...later('muhasabah'),
        },
      ],
    },
    {
      title: 'Body and friends',
      intro: 'Rest, fasting and company.',
      icon: 'friends',
      cards: [
        {
          title: 'Qailulah: a midday rest',
          text: 'Twenty minutes that the plan will keep free.',
          ...later('qailulah'),
        },
        {
          title: 'Lighter days for fasting',
          text: 'Hard work will go to the morning, and meals will follow the fast.',
          ...later('fastingDays'),
        },
        {
          title: 'Work beside a friend',
          text: 'You will begin and stop together, without a word.',
          ...later('besideAFriend'),
        },
      ],
    },
  ],
};
