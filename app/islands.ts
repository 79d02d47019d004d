import type { ComponentType } from 'react';
import { Marquee } from './sections/landing/marquee.tsx';
import { CtaForm } from './waitlist/cta-form.tsx';

/**
 * The parts of a page that React takes over in the browser. All else is HTML for good and ships no script, or a few
 * listeners (app/start.ts).
 * The small ones come with React in one file: a request costs more than they weigh. The others load where they stand.
 */
export const islands = {
  marquee: async () => Marquee,
  'cta-form': async () => CtaForm,
  'opened-article': () => import('./sections/blog/opened-article.tsx').then((module) => module.OpenedArticle),
} satisfies Record<string, () => Promise<ComponentType<never>>>;

export type IslandName = keyof typeof islands;
