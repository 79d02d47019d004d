import articles, { bodies } from 'virtual:articles';
import { type EmailLink, emailLinks } from '../content/pages/email-links.ts';
import { type WaitlistOutcome, waitlistAnswers } from '../content/pages/waitlist-answers.ts';
import { site } from '../content/site.ts';
import { articlePath, notFoundPath, waitlistAnswerPath } from './paths.ts';
import { type Page, screens } from './routes.ts';

export interface SiteDocument {
  path: string;
  /** Its folder in app/pages/: a style sheet of the same name there is its own. */
  folder: string;
  /** False for documents that only answer a form, a link in an email or an unknown URL: not for search engines or the sitemap. */
  indexed: boolean;
  /** When its words last changed: `2026-11-21`. */
  changed: string;
  load: () => Promise<Page>;
}

async function loadArticle(slug: string): Promise<Page> {
  const article = articles.find((candidate) => candidate.slug === slug);
  const body = await bodies[slug]?.();
  if (!article || !body) throw new Error(`There is no article ${slug}.`);
  const { articlePage } = await import('./pages/article/article.tsx');
  return articlePage(article, body.html);
}

async function loadAnswer(answer: string): Promise<Page> {
  const pages = await import('./pages/waitlist-answer/waitlist-answer.tsx');
  if (answer in emailLinks) return pages.emailLinkPage(answer as EmailLink);
  return pages.waitlistAnswerPage(answer as WaitlistOutcome);
}

const unlisted = { indexed: false, changed: site.changed };

/** Every document of the site: the screens, the articles, and those that answer a form, a link in an email or an unknown URL. */
export const documents: readonly SiteDocument[] = [
  ...screens.map(({ path, page, load }) => ({
    path,
    folder: page,
    indexed: true,
    changed: site.changed,
    load: async () => (await load()).page,
  })),
  ...articles.map(({ slug, date }) => ({
    path: articlePath(slug),
    folder: 'article',
    indexed: true,
    changed: date,
    load: () => loadArticle(slug),
  })),
  ...[...Object.keys(waitlistAnswers), ...Object.keys(emailLinks)].map((answer) => ({
    path: waitlistAnswerPath(answer),
    folder: 'waitlist-answer',
    load: () => loadAnswer(answer),
    ...unlisted,
  })),
  {
    path: notFoundPath,
    folder: 'not-found',
    load: async () => (await import('./pages/not-found/not-found.tsx')).page,
    ...unlisted,
  },
];
