import type { IconName } from '../../page-parts.ts';

interface PlannedFeature {
  title: string;
  text: string;
  /** One moment of an ordinary day, as it will look. */
  moment: { at: string; text: string };
  icon: IconName;
}

export interface FeaturesContent {
  eyebrow: string;
  title: string;
  lede: string;
  /** Shown before each moment, because none of this is available yet. */
  example: string;
  items: readonly PlannedFeature[];
}

export const features: FeaturesContent = {
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
};
