import { site } from './site.ts';

/** What search results and browser tabs show of a page. */
export interface PageMeta {
  /** At most 60 characters. */
  title: string;
  /** The title without the site's name after it, for a picture that shows the name apart; undefined if it has none after it. */
  ownTitle?: string;
  /** At most 155 characters. */
  description: string;
}

/** A title with the site's name after it. */
export const named = (ownTitle: string): Pick<PageMeta, 'title' | 'ownTitle'> => ({
  title: `${ownTitle} · ${site.name}`,
  ownTitle,
});

/** A headline with an emphasis: the words before it, the emphasised words, and what follows them without a space. */
export interface Headline {
  before?: string;
  emphasis: string;
  after: string;
}

/** What a page's hero says. */
export interface Hero {
  eyebrow: string;
  title: Headline;
  lede: string;
}

export interface Question {
  question: string;
  answer: string;
  /** Says the same at a glance. */
  table?: AnswerTable;
}

/** A table with a header for each row and each column. */
export interface AnswerTable {
  columns: readonly string[];
  rows: readonly { about: string; cells: readonly string[] }[];
}

/** The icons that a card can ask for; the drawings of the same names are in app/drawings/feature-icon.tsx. */
export type IconName =
  | 'prayer-times'
  | 'hijri-calendar'
  | 'blessed-times'
  | 'akhirah-dunya'
  | 'thought-capture'
  | 'sleep-health'
  | 'memorisation'
  | 'friends'
  | 'worship'
  | 'hard-choices'
  | 'night-questions'
  | 'doctors-page'
  | 'body';

/** A card whose claim rests on texts: `references` are ids of the verified lists in content/scripture/. */
export interface CitedCard {
  title: string;
  text: string;
  icon: IconName;
  /** The sketch of the app that shows it (content/sketches.ts). */
  sketch?: 'night';
  references: readonly string[];
}

/** One that says which plan its feature is planned for, too. */
export interface PricedCard extends CitedCard {
  plan: string;
}
