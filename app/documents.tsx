import articles, { bodies } from 'virtual:articles';
import type { ComponentType, ReactElement } from 'react';
import { type WaitlistOutcome, waitlistAnswers } from '../content/pages/waitlist-answers.ts';
import { site } from '../content/site.ts';
import type { DocumentMeta } from './document.tsx';
import { articlePath, notFoundPath, type PageName, screens, waitlistAnswerPath } from './routes.ts';

/** A page file of app/pages: what the document says of itself, and its sections. */
interface PageModule {
  meta: DocumentMeta;
  Page: ComponentType;
}

export interface SiteDocument {
  path: string;
  /** Documents that only answer a form or a wrong address are kept out of search engines and of the sitemap. */
  indexed: boolean;
  /** When its words last changed: `2026-11-21`. */
  changed: string;
  /** The style sheet that only this document and its kin need: app/styles/pages/<style>.css. */
  style: string | undefined;
  load: () => Promise<{ meta: DocumentMeta; page: ReactElement }>;
}

const pages: Record<PageName, () => Promise<PageModule>> = {
  landing: () => import('./pages/landing.tsx'),
  islam: () => import('./pages/islam.tsx'),
  health: () => import('./pages/health.tsx'),
  blog: () => import('./pages/blog.tsx'),
  pricing: () => import('./pages/pricing.tsx'),
  about: () => import('./pages/about.tsx'),
  roadmap: () => import('./pages/roadmap.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
  notFound: () => import('./pages/not-found.tsx'),
};

/** The landing page's rules come with what every page shares. */
const styleOf: Record<PageName, string | undefined> = {
  landing: undefined,
  islam: 'islam',
  health: 'health',
  blog: 'blog',
  pricing: 'pricing',
  about: 'about',
  roadmap: 'roadmap',
  privacy: 'privacy',
  notFound: 'not-found',
};

async function screenPage(name: keyof typeof pages) {
  const { meta, Page } = await pages[name]();
  return { meta, page: <Page /> };
}

async function articlePage(slug: string) {
  const article = articles.find((candidate) => candidate.slug === slug);
  const body = await bodies[slug]?.();
  if (!article || !body) throw new Error(`There is no article ${slug}.`);
  const { ArticlePage } = await import('./pages/article.tsx');
  return {
    meta: { title: `${article.title} · ${site.name}`, description: article.excerpt },
    page: <ArticlePage article={article} html={body.html} />,
  };
}

async function answerPage(outcome: WaitlistOutcome) {
  const { WaitlistAnswerPage } = await import('./pages/waitlist-answer.tsx');
  const answer = waitlistAnswers[outcome];
  return { meta: answer.meta, page: <WaitlistAnswerPage outcome={outcome} answer={answer} /> };
}

/** Every document of the site, from the one list of routes and the articles. */
export const documents: readonly SiteDocument[] = [
  ...screens.map(({ path, page }) => ({
    path,
    indexed: true,
    changed: site.changed,
    style: styleOf[page],
    load: () => screenPage(page),
  })),
  ...articles.map(({ slug, date }) => ({
    path: articlePath(slug),
    indexed: true,
    changed: date,
    style: 'article',
    load: () => articlePage(slug),
  })),
  ...(Object.keys(waitlistAnswers) as WaitlistOutcome[]).map((outcome) => ({
    path: waitlistAnswerPath(outcome),
    indexed: false,
    changed: site.changed,
    style: 'waitlist-answer',
    load: () => answerPage(outcome),
  })),
  {
    path: notFoundPath,
    indexed: false,
    changed: site.changed,
    style: styleOf.notFound,
    load: () => screenPage('notFound'),
  },
];
