import articles, { bodies } from 'virtual:articles';
import { emailLinks } from '../content/pages/email-links.ts';
import { waitlistAnswers } from '../content/pages/waitlist-answers.ts';
import { articlePath, notFoundPath, placePath, waitlistPath } from '../content/paths.ts';
import { islands } from './island-list.ts';
import { loadIslands } from './islands/island.tsx';
import { type Page, screens } from './routes.ts';

await loadIslands(islands);

export interface SiteDocument {
  path: string;
  /** Its folder in app/pages/: a style sheet of the same name there is its own. */
  folder: string;
  /** Whether search engines and the sitemap have it. Not if it only answers a form, a link in an email or an unknown URL. */
  indexed: boolean;
  /** When its words last changed, `2026-11-21`, if they did not change together with the screens' words. */
  changed?: string;
  load: () => Promise<Page>;
}

const namesOf = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[];

const waitlistPages = () => import('./pages/waitlist-answer/waitlist-answer.tsx');

const waitlistDocument = (path: string, load: SiteDocument['load']): SiteDocument => ({
  path,
  folder: 'waitlist-answer',
  indexed: false,
  load,
});

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
  ...namesOf(waitlistAnswers).map((outcome) =>
    waitlistDocument(waitlistPath(outcome), async () => (await waitlistPages()).waitlistAnswerPage(outcome)),
  ),
  ...namesOf(emailLinks).map((link) =>
    waitlistDocument(waitlistPath(link), async () => (await waitlistPages()).emailLinkPage(link)),
  ),
  waitlistDocument(placePath, async () => (await waitlistPages()).placePage()),
  {
    path: notFoundPath,
    folder: 'not-found',
    indexed: false,
    load: async () => (await import('./pages/not-found/not-found.tsx')).page,
  },
];
