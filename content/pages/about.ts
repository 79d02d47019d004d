import { joinWaitlist } from '../messages.ts';
import { feedbackLink } from '../navigation.ts';
import { type Hero, named, type PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

interface Passage {
  title: string;
  text: string;
}

/** A sample member’s links are not shown: nobody is behind them. */
interface TeamMember {
  name: string;
  role: string;
  bio: string;
  /** One line on what they did before; it is shown once it is there. */
  past?: string;
  /** A picture in public/, such as /team/idris.jpg; or a name, from which a portrait’s geometry is drawn. */
  image: string;
  website: `/${string}` | `https://${string}`;
  linkedin: string;
  sample: boolean;
  /** What the doctor asks the owner for. */
  needs?: string;
}

const needs = 'a full name, a picture, one line of past work, and own links';

export interface AboutContent {
  meta: PageMeta;
  /** `reference` is the id, in content/scripture/, of the hadith that the lede speaks of. */
  hero: Hero & { reference: string };
  mission: { eyebrow: string; title: string; paragraphs: readonly string[] };
  values: { title: string; items: readonly Passage[] };
  problem: Passage;
  solution: Passage;
  team: {
    title: string;
    lede: string;
    websiteLabel: string;
    linkedinLabel: string;
    members: readonly TeamMember[];
  };
  join: {
    title: string;
    text: string;
    button: string;
    feedback: { text: string; label: string; href: string };
  };
}

export const about: AboutContent = {
  meta: {
    ...named('About: why the early hours'),
    description:
      'What this app for Muslims is meant to mend, what we hold to while we build it, and who we are.',
  },
  hero: {
    eyebrow: 'About',
    title: { before: `${site.name} means`, emphasis: site.meaning, after: '.' },
    lede: 'We took our name from a supplication of the Prophet ﷺ.',
    reference: 'h-morning-barakah',
  },
  mission: {
    eyebrow: 'Mission',
    title: 'Plan the day by the prayers again',
    paragraphs: [
      'Most calendars are made for office hours. They do not know that prayer times move a little from day to day, or that in Ramadan the day begins before dawn, with suhoor.',
      'We are building an app whose fixed points will be the prayers.',
    ],
  },
  values: {
    title: 'Core values',
    items: [
      {
        title: 'Sources before slogans',
        text: 'A verse has its reference, a hadith its reference and grade. Weak reports are left out.',
      },
      {
        title: 'Silence is a feature',
        text: 'Whatever is not tied to a time will stay quiet until you look.',
      },
      {
        title: 'No worship on a scoreboard',
        text: 'Software can feed the wish to show off (riya). Nobody will ever be ranked by prayers, pages or fasts.',
      },
      {
        title: 'As little about you as possible',
        text: 'We ask for few facts, and the privacy page names each.',
      },
      {
        title: 'Ihsan in small things',
        text: 'A prayer time that is wrong, a vowel mark in the wrong place: each is a fault, and each is ours.',
      },
    ],
  },
  problem: {
    title: 'The problem',
    text: 'A believer with a job lives by two clocks: the sun’s, and the clock of the person who calls the meetings. On a winter afternoon, 15:50 can be both Maghrib and a meeting.',
  },
  solution: {
    title: 'Our answer',
    text: 'One plan will read both. Prayers will go in first, with the way there and back; work, rest and family will go between them. When something slips, the plan will give way and the prayer will not.',
  },
  team: {
    title: 'The team',
    lede: 'Who we are.',
    websiteLabel: 'Website',
    linkedinLabel: 'LinkedIn',
    members: [
      {
        name: 'Idris',
        role: 'Engineering',
        bio: 'Getting the prayer times right, and keeping the waitlist safe.',
        past: '',
        image: 'Idris',
        website: '/about',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
        needs,
      },
      {
        name: 'Maryam',
        role: 'Design',
        bio: 'How the app will look, and how clear it will be.',
        past: '',
        image: 'Maryam',
        website: '/about',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
        needs,
      },
      {
        name: 'Yusuf',
        role: 'Product',
        bio: 'What is built next, and what is left out.',
        past: '',
        image: 'Yusuf',
        website: '/about',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
        needs,
      },
      {
        name: 'Sumayyah',
        role: 'Words and sources',
        bio: 'Checking each reference, and keeping the sentences plain.',
        past: '',
        image: 'Sumayyah',
        website: '/about',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
        needs,
      },
    ],
  },
  join: {
    title: 'Try it before the public',
    text: 'Join the waitlist and confirm, and we will invite you to the beta. What you tell us will help decide what it becomes.',
    button: joinWaitlist,
    feedback: { text: 'A mistake in a text, a time, a sentence?', label: 'Tell us', href: feedbackLink },
  },
};
