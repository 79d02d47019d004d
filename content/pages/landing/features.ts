import { launch } from '../../launch.ts';
import type { IconName } from '../../page-parts.ts';

interface PlannedFeature {
  title: string;
  text: string;
  /** One hour of an ordinary day, as it will look. */
  example: { at: string; text: string };
  icon: IconName;
}

export interface FeaturesContent {
  eyebrow: string;
  title: string;
  /** Says that the moments are examples, because none of this is available yet. */
  lede: string;
  items: readonly PlannedFeature[];
}

export const features: FeaturesContent = {
  eyebrow: 'What it will do',
  title: 'Eight things, in the order of a day',
  lede: launch.features,
  items: [
    {
      title: 'Blessed-time reminders',
      text: 'In the night’s last third, or between adhan and iqamah: you will choose.',
      example: {
        at: '03:55',
        text: 'One low light and no sound.',
      },
      icon: 'blessed-times',
    },
    {
      title: 'Quran memorisation coach',
      text: 'It will balance new lines with revision.',
      example: {
        at: '05:40',
        text: 'Three new lines, ten old ones, and the page you keep losing.',
      },
      icon: 'memorisation',
    },
    {
      title: 'AI task coach',
      text: 'It will sort your list into Akhirah and Dunya. It will suggest; you will decide.',
      example: {
        at: '07:30',
        text: 'Ring your mother: Akhirah. Forty work emails: it will ask, because that work may feed your family.',
      },
      icon: 'akhirah-dunya',
    },
    {
      title: 'AI thought capture',
      text: 'Say a thought on the way to the prayer. It will come back afterwards.',
      example: {
        at: '12:30',
        text: '‘Ask Sana about the lease.’ You will be reminded after Dhuhr.',
      },
      icon: 'thought-capture',
    },
    {
      title: 'Prayer-aware and traffic-aware scheduling',
      text: 'Work will go between the prayers, with time for wudu and the walk.',
      example: {
        at: '15:20',
        text: 'The ring road is filling. Leave by 15:40 to pray Asr in the mosque.',
      },
      icon: 'prayer-times',
    },
    {
      title: 'Hijri calendar with fasting reminders',
      text: 'Fasting days will stand beside your appointments. You will be able to move dates by a day, to match your local sighting.',
      example: {
        at: '18:15',
        text: 'Tomorrow is the first white day to fast, if you would like to.',
      },
      icon: 'hijri-calendar',
    },
    {
      title: 'A circle of friends',
      text: 'A few friends who chose one another. There will be no scores.',
      example: {
        at: '19:30',
        text: 'Bilal is driving to Isha and has two seats.',
      },
      icon: 'friends',
    },
    {
      title: 'Sleep and health tracking',
      text: 'Bedtime will be counted back from Fajr, and movement planned round the prayers.',
      example: {
        at: '21:30',
        text: 'Lights down in half an hour.',
      },
      icon: 'sleep-health',
    },
  ],
};
