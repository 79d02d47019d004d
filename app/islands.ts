import type { ReactNode } from 'react';
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
  'opened-article': async () => (await import('./sections/blog/opened-article.tsx')).OpenedArticle,
} satisfies Record<string, () => Promise<(props: never) => ReactNode>>;

export type IslandName = keyof typeof islands;

type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;

/** What the island's own component takes: an element that gives it other props is a type error. */
export type IslandProps<Name extends IslandName> =
  Parameters<IslandComponent<Name>> extends [infer Props extends object] ? Props : object;
