import { joinWaitlist } from '../messages.ts';
import { feedbackLink } from '../navigation.ts';
import type { Headline, PageMeta } from '../page-parts.ts';
import type { ScreenPath } from '../screens.ts';
import { site } from '../site.ts';

interface Passage {
  title: string;
  text: string;
}

/** A stand-in until the owner names the team: a first name, and links to the product’s own pages. */
interface TeamMember {
  name: string;
  role: string;
  bio: string;
  /** The first name that the portrait’s geometry is drawn from. */
  image: string;
  website: ScreenPath;
  linkedin: string;
  sample: boolean;
}

export interface AboutContent {
  meta: PageMeta;
  /** `reference` is the id, in content/scripture.ts, of the hadith that the lede speaks of. */
  hero: { eyebrow: string; title: Headline; lede: string; reference: string };
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

const linkedin = `https://www.linkedin.com/company/${site.slug}`;

export const about: AboutContent = {
  meta: {
    title: `About: why the early hours · ${site.name}`,
    description: `${site.name} means ${site.meaning}. What we set out to mend, what we hold to while we build, and who answers for which part of it.`,
  },
  hero: {
    eyebrow: 'About',
    title: { emphasis: 'There is a word', after: ' for the hours before the noise.' },
    lede: `It is ${site.slug}, and it became our name because of a supplication: that this community be blessed in its early mornings.`,
    reference: 'h-morning-barakah',
  },
  mission: {
    eyebrow: 'Mission',
    title: 'To give the Muslim day its own clock back',
    paragraphs: [
      'Most calendars were drawn for offices that close on Sundays. They know nine and five; they do not know that the day’s hinge moves by a minute or two each morning, or that in one month of the year breakfast is at four.',
      'We want a plan whose fixed points are the prayers, and whose measure of a good day has room for what was done for nobody to see.',
    ],
  },
  values: {
    title: 'What we hold to',
    items: [
      {
        title: 'Sources before slogans',
        text: 'A verse or hadith appears with its reference and grade, or it does not appear. The weak ones were left out, however quotable.',
      },
      {
        title: 'Silence is a feature',
        text: 'A reminder will have to earn its sound. Whatever is not tied to a time will keep quiet until you look.',
      },
      {
        title: 'No worship on a scoreboard',
        text: 'Riya is a danger software can make worse. Nobody will ever be ranked by prayers, pages or fasts.',
      },
      {
        title: 'As little about you as will do',
        text: 'What a person believes is theirs to tell. We start from the fewest facts the work can be done with, and publish the list of them.',
      },
      {
        title: 'Ihsan in small things',
        text: 'A time off by two minutes, a diacritic out of place, a button too small for a thumb: each is a fault, and each is ours.',
      },
    ],
  },
  problem: {
    title: 'The problem',
    text: 'A believer with a job lives by two clocks. One belongs to the sun and the other to whoever sends the invitations, and at ten to four on a winter afternoon they collide in a car park. Apps that know the prayers know nothing of the meeting; apps that know the meeting have never heard of Maghrib.',
  },
  solution: {
    title: 'Our answer',
    text: 'One plan that will read both. Prayers will go in first, with the way there and back; work will take the long bright stretches; rest, family and remembrance will have places that a busy week cannot quietly remove. When something slips, the plan will give way and the prayer will not.',
  },
  team: {
    title: 'Who answers for what',
    lede: 'First names, and the thing you should blame each of us for.',
    websiteLabel: 'Page',
    linkedinLabel: 'LinkedIn',
    members: [
      {
        name: 'Idris',
        role: 'Engineering',
        bio: 'Looks after prayer times, the waitlist and everything that must not be lost.',
        image: 'Idris',
        website: '/privacy',
        linkedin,
        sample: true,
      },
      {
        name: 'Maryam',
        role: 'Design',
        bio: 'Draws the day as a line of the sun, and removes whatever hides it.',
        image: 'Maryam',
        website: '/about',
        linkedin,
        sample: true,
      },
      {
        name: 'Yusuf',
        role: 'Product',
        bio: 'Decides what is built next, and crosses out more than he writes down.',
        image: 'Yusuf',
        website: '/roadmap',
        linkedin,
        sample: true,
      },
      {
        name: 'Sumayyah',
        role: 'Words and sources',
        bio: 'Checks each reference against the text, and each sentence against the truth.',
        image: 'Sumayyah',
        website: '/blog',
        linkedin,
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
