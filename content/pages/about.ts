import { joinWaitlist } from '../messages.ts';
import { feedbackLink } from '../navigation.ts';
import { type Hero, named, type PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

interface Passage {
  title: string;
  text: string;
}

/** While a member is a sample, the links lead to the product’s own pages; a real member’s lead anywhere. */
interface TeamMember {
  name: string;
  role: string;
  bio: string;
  /** The name that the portrait’s geometry is drawn from. */
  image: string;
  website: `/${string}` | `https://${string}`;
  linkedin: string;
  sample: boolean;
}

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
    description: `${site.name} means ${site.meaning}. What this app for Muslims is meant to mend, what we hold to while we build it, and who answers for what.`,
  },
  hero: {
    eyebrow: 'About',
    title: { emphasis: 'There is a word', after: ' for the hours before the noise.' },
    lede: `It is ${site.slug}. It became our name because the Prophet ﷺ asked Allah to bless his community in its early mornings.`,
    reference: 'h-morning-barakah',
  },
  mission: {
    eyebrow: 'Mission',
    title: 'To plan the day by the prayers again',
    paragraphs: [
      'Most calendars were drawn for offices that close on Sundays. They know nine and five. They do not know that prayer times move by a minute or two each day, or that in Ramadan breakfast comes before dawn.',
      'We are building an app whose fixed points will be the prayers. When it asks whether a day was good, it will leave room for what nobody saw you do.',
    ],
  },
  values: {
    title: 'Core values',
    items: [
      {
        title: 'Sources before slogans',
        text: 'A verse appears with its reference, and a hadith with its reference and grade. Weak reports were left out, however quotable.',
      },
      {
        title: 'Silence is a feature',
        text: 'A reminder will have to earn its sound. Whatever is not tied to a time will stay quiet until you look.',
      },
      {
        title: 'No worship on a scoreboard',
        text: 'Showing off (riya) is a danger that software can make worse. Nobody will ever be ranked by prayers, pages or fasts.',
      },
      {
        title: 'As little about you as possible',
        text: 'What you believe is yours to tell. We ask for the fewest facts that the work can be done with, and publish the list of them.',
      },
      {
        title: 'Ihsan in small things',
        text: 'A prayer time two minutes out, a vowel mark in the wrong place, a button too small for a thumb: each is a fault, and each is ours.',
      },
    ],
  },
  problem: {
    title: 'The problem',
    text: 'A believer with a job lives by two clocks. One belongs to the sun, the other to whoever sends the invitations. At ten to four on a winter afternoon they collide in a car park. Your calendar may not know Maghrib, and your prayer app may not know the meeting.',
  },
  solution: {
    title: 'Our answer',
    text: 'One plan that will read both. Prayers will go in first, with the way there and back. Work will take the long bright stretches. Rest, family and remembrance will have places that a busy week cannot quietly remove. When something slips, the plan will give way and the prayer will not.',
  },
  team: {
    title: 'Who answers for what',
    lede: 'Each of us, and what to blame us for.',
    websiteLabel: 'Page',
    linkedinLabel: 'LinkedIn',
    members: [
      {
        name: 'Idris',
        role: 'Engineering',
        bio: 'Looks after prayer times, the waitlist and everything that must not be lost.',
        image: 'Idris',
        website: '/privacy',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
      },
      {
        name: 'Maryam',
        role: 'Design',
        bio: 'Draws the day as a curve of the sun, and keeps the screen clear.',
        image: 'Maryam',
        website: '/about',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
      },
      {
        name: 'Yusuf',
        role: 'Product',
        bio: 'Decides what is built next, and crosses out more than he writes down.',
        image: 'Yusuf',
        website: '/roadmap',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
      },
      {
        name: 'Sumayyah',
        role: 'Words and sources',
        bio: 'Checks each reference against the text, and each sentence against the truth.',
        image: 'Sumayyah',
        website: '/blog',
        linkedin: `https://www.linkedin.com/company/${site.slug}`,
        sample: true,
      },
    ],
  },
  join: {
    title: 'Come while it is still early',
    text: 'The people on the list will use it first, and what they tell us will decide what it becomes.',
    button: joinWaitlist,
    feedback: { text: 'A mistake in a text, a time, a sentence?', label: 'Tell us', href: feedbackLink },
  },
};
