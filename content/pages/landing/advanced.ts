import type { IconName } from '../../page-parts.ts';
import { type PlanKey, plannedFor } from '../../prices.ts';

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
const later = (plan: PlanKey) => ({ tag: 'Coming Soon', plan: plannedFor(plan) }) as const;

export const advanced: AdvancedContent = {
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
};
