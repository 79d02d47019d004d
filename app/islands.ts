import type { ComponentType } from 'react';
import { Marquee } from './sections/landing/marquee.tsx';
import { SiteHeader } from './sections/shell/site-header.tsx';
import { CtaForm } from './waitlist/cta-form.tsx';

/**
 * The parts of a page that React takes over in the browser. All else is HTML for good and ships no script.
 * The small ones come with React in one file: a request costs more than they weigh. The others load where they stand.
 */
export const islands = {
  'site-header': async () => SiteHeader,
  marquee: async () => Marquee,
  'cta-form': async () => CtaForm,
  'article-browser': () =>
    import('./sections/blog/article-browser.tsx').then((module) => module.ArticleBrowser),
  'quarter-tabs': () => import('./sections/roadmap/quarter-tabs.tsx').then((module) => module.QuarterTabs),
} satisfies Record<string, () => Promise<ComponentType<never>>>;

export type IslandName = keyof typeof islands;
