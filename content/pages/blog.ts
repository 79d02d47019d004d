import { type BlogCategory, blogCategories } from '../blog-categories.ts';
import { type Hero, named, type PageMeta } from '../page-parts.ts';
import { site } from '../site.ts';

/** An article that is still being written: it has no text, no reading time and no button. */
export interface AnnouncedArticle {
  title: string;
  excerpt: string;
  author: string;
  category: BlogCategory;
  sample: boolean;
}

export interface BlogContent {
  meta: PageMeta;
  hero: Hero;
  subscribe: { title: string; text: string };
  /** For readers who want the articles without the waitlist. */
  feed: { text: string; label: string; href: `/${string}` };
  chips: { label: string; all: 'All'; categories: readonly BlogCategory[] };
  featuredLabel: string;
  gridTitle: string;
  /** Shown above the title, each after a number: of the grid’s articles that can be read, and of those announced. */
  ready: string;
  coming: string;
  /** Shown when the chosen category has nothing in the grid. */
  empty: string;
  /** Shown after the number of articles that the chosen category has in the grid: one, and any other number. */
  counted: { one: string; other: string };
  readArticle: 'Read Article';
  closeArticle: string;
  /** Read out when an article that was asked for takes long to open. */
  opening: string;
  /** The name of the part of its dialog that scrolls. */
  textLabel: string;
  /** Shown while an article’s text is loading, read out when it has come, and shown when it cannot be loaded. */
  loading: string;
  arrived: string;
  unavailable: string;
  allArticles: string;
  minutes: string;
  by: string;
  /** Stands where the date of an article that can be read would be. */
  comingSoon: 'Coming Soon';
  announced: readonly AnnouncedArticle[];
}

export const blog: BlogContent = {
  meta: {
    ...named('Blog: reading for the quiet hours'),
    description:
      'Essays on prayer, habit, sleep and work for Muslims with full days: sources given, claims kept small, and nothing that needs more than ten minutes.',
  },
  hero: {
    eyebrow: 'Blog',
    title: { before: 'Reading for the', emphasis: 'quiet hours', after: '.' },
    lede: 'Each piece names the texts and studies that it uses.',
  },
  subscribe: {
    title: 'Get the next one by email',
    text: 'Join the waitlist: new articles will come with news of the app.',
  },
  feed: { text: 'Or without email:', label: 'the articles as a feed (Atom)', href: '/feed.xml' },
  chips: { label: 'Choose a subject', all: 'All', categories: blogCategories },
  featuredLabel: 'Start here',
  gridTitle: 'Further reading',
  ready: 'to read now',
  coming: 'on the way',
  empty: 'Nothing on this subject yet. A place on the shelf is kept for it.',
  counted: { one: 'article', other: 'articles' },
  readArticle: 'Read Article',
  closeArticle: 'Close the article',
  opening: 'The article is on its way.',
  textLabel: 'Text of the article',
  loading: 'The text is on its way.',
  arrived: 'The text is here.',
  unavailable: 'The text did not arrive. Check the connection, then open the article again.',
  allArticles: 'All articles',
  minutes: 'min read',
  by: 'by',
  comingSoon: 'Coming Soon',
  announced: [
    {
      title: 'Istikhara is not a coin toss',
      excerpt: 'Two units of prayer, one supplication, and still a decision to make.',
      author: site.name,
      category: 'Faith & Productivity',
      sample: true,
    },
    {
      title: 'The third that is left for breath',
      excerpt: 'A hadith about the stomach, read at a full table.',
      author: site.name,
      category: 'Health & Wellness',
      sample: true,
    },
    {
      title: 'The task that stood in both columns',
      excerpt: 'One ordinary Tuesday, sorted into Akhirah and Dunya.',
      author: site.name,
      category: 'Productivity',
      sample: true,
    },
    {
      title: 'What you can keep on your worst day',
      excerpt: 'A portion so small that a fever and a newborn leave room for it.',
      author: site.name,
      category: 'Habits & Routines',
      sample: true,
    },
    {
      title: 'Friday has another shape',
      excerpt: 'What moves, what stays, and what to tell a colleague who books one o’clock.',
      author: site.name,
      category: 'Time Management',
      sample: true,
    },
    {
      title: 'Leaving a sentence half written',
      excerpt: 'Stopping for the adhan in the middle of good work.',
      author: site.name,
      category: 'Productivity',
      sample: true,
    },
  ],
};
