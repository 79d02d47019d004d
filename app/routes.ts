import type { ReactElement, ReactNode } from 'react';
import type { PageMeta, Question } from '../content/page-parts.ts';
import {
  aboutPath,
  blogPath,
  healthPath,
  homePath,
  islamPath,
  pricingPath,
  privacyPath,
  roadmapPath,
} from '../content/paths.ts';

/** What a page file in app/pages describes: a document's metadata and its contents. */
export interface Page {
  meta: PageMeta;
  /** What visitors ask, as its last section. Search engines get the same questions as data. */
  questions?: { title: string; items: readonly Question[] };
  /** Its first screen: a sky, a headline and a first control. It is painted before the shared style sheet has loaded. */
  hero: ReactElement;
  /** What follows, in order, up to the questions. */
  sections: ReactNode;
}

interface Screen {
  path: `/${string}`;
  /** The name of its folder in app/pages/, and in tests and pictures. */
  page: string;
  load: () => Promise<{ page: Page }>;
}

/** The one list of screens (docs/specification.md#screens): prerendering, sitemap, benches and tests all read it. */
export const screens = [
  { path: homePath, page: 'landing', load: () => import('./pages/landing/landing.tsx') },
  { path: islamPath, page: 'islam', load: () => import('./pages/islam/islam.tsx') },
  { path: healthPath, page: 'health', load: () => import('./pages/health/health.tsx') },
  { path: blogPath, page: 'blog', load: () => import('./pages/blog/blog.tsx') },
  { path: pricingPath, page: 'pricing', load: () => import('./pages/pricing/pricing.tsx') },
  { path: aboutPath, page: 'about', load: () => import('./pages/about/about.tsx') },
  { path: roadmapPath, page: 'roadmap', load: () => import('./pages/roadmap/roadmap.tsx') },
  { path: privacyPath, page: 'privacy', load: () => import('./pages/privacy/privacy.tsx') },
] as const satisfies readonly Screen[];

/** The name of a page of the list above. */
export type PageName = (typeof screens)[number]['page'];
