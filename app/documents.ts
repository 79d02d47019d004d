import articles, { bodies } from 'virtual:articles';
import { type EmailLink, emailLinks } from '../content/pages/email-links.ts';
import { type WaitlistOutcome, waitlistAnswers } from '../content/pages/waitlist-answers.ts';
import { articlePath, notFoundPath, waitlistAnswerPath } from './paths.ts';
import { type Page, screens } from './routes.ts';

export interface SiteDocument {
  path: string;
  /** Its folder in app/pages/: a style sheet of the same name there is its own. */
  folder: string;
  /** False for documents that only answer a form, a link in an email or an unknown URL: not for search engines or the sitemap. */
  indexed: boolean;
  /** When its words last changed, `2026-11-21`, if not with those of the screens. */
  changed?: string;
  load: () => Promise<Page>;
}

/** Every document of the site: the screens, the articles, and those that answer a form, a link in an email or an unknown URL. */
export const documents: readonly SiteDocument[] = [
  ...screens.map(({ path, page, load }) => ({
    path,
    folder: page,
    indexed: true,
    load: async () => (await load()).page,
  })),
  ...articles.map((article) => ({
    path: articlePath(article.slug),
    folder: 'article',
    indexed: true,
    changed: article.date,
    async load() {
      const body = await bodies[article.slug]?.();
      if (!body) throw new Error(`There is no article ${article.slug}.`);
      const { articlePage } = await import('./pages/article/article.tsx');
      return articlePage(article, body.html);
    },
  })),
  ...[...Object.keys(waitlistAnswers), ...Object.keys(emailLinks), 'place'].map((answer) => ({
    path: waitlistAnswerPath(answer),
    folder: 'waitlist-answer',
    indexed: false,
    async load() {
      const pages = await import('./pages/waitlist-answer/waitlist-answer.tsx');
      if (answer === 'place') return pages.placePage();
      if (answer in emailLinks) return pages.emailLinkPage(answer as EmailLink);
      return pages.waitlistAnswerPage(answer as WaitlistOutcome);
    },
  })),
  {
    path: notFoundPath,
    folder: 'not-found',
    indexed: false,
    load: async () => (await import('./pages/not-found/not-found.tsx')).page,
  },
];
