import type { ReactElement, ReactNode } from 'react';
import type { PageMeta, Question } from '../content/page-parts.ts';

/** What a page file in app/pages describes: a document's metadata and its contents. */
export interface Page {
  path: string;
  meta: PageMeta;
  /** The questions that the page answers. Search engines get them too, as structured data. */
  questions?: readonly Question[];
  /** Its first screen: a sky, a headline and a first control. It is painted before the shared style sheet has loaded. */
  hero: ReactElement;
  /** All that follows, in order. */
  sections: ReactNode;
}

interface Screen {
  path: `/${string}`;
  /** The name of its folder in app/pages/, and in tests and pictures. */
  page: string;
  load: () => Promise<{ page: ScreenPage }>;
}

/**
 * The one list of screens (docs/specification.md#screens): prerendering, sitemap, benches and tests all read it. A new
 * page is a line here.
 */
export const screens = [
  { path: '/', page: 'landing', load: () => import('./pages/landing/landing.tsx') },
  { path: '/islam', page: 'islam', load: () => import('./pages/islam/islam.tsx') },
  { path: '/health', page: 'health', load: () => import('./pages/health/health.tsx') },
  { path: '/blog', page: 'blog', load: () => import('./pages/blog/blog.tsx') },
  { path: '/pricing', page: 'pricing', load: () => import('./pages/pricing/pricing.tsx') },
  { path: '/about', page: 'about', load: () => import('./pages/about/about.tsx') },
  { path: '/roadmap', page: 'roadmap', load: () => import('./pages/roadmap/roadmap.tsx') },
  { path: '/privacy', page: 'privacy', load: () => import('./pages/privacy/privacy.tsx') },
] as const satisfies readonly Screen[];

/** The name of a page of the list above. */
export type PageName = (typeof screens)[number]['page'];

/** The page of a file in the list above: a path that is not in the list is a type error. */
export interface ScreenPage extends Page {
  path: (typeof screens)[number]['path'];
}
