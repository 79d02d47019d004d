import type { ReactNode } from 'react';
import { Marquee } from './pages/landing/marquee.tsx';
import { CtaForm } from './waitlist/cta-form.tsx';

/**
 * The parts of a page that React hydrates in the browser. Everything else stays plain HTML, with no script or a few
 * listeners (app/start.ts).
 * The small ones are bundled with React: a request costs more than they weigh. The others are loaded on the pages that have them.
 */
export const islands = {
  marquee: async () => Marquee,
  'cta-form': async () => CtaForm,
  'opened-article': async () => (await import('./pages/blog/opened-article.tsx')).OpenedArticle,
} satisfies Record<string, () => Promise<(props: never) => ReactNode>>;

export type IslandName = keyof typeof islands;

type IslandComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;

/** The props of the island's component: an Island element with other props is a type error. */
export type IslandProps<Name extends IslandName> =
  Parameters<IslandComponent<Name>> extends [infer Props extends object] ? Props : object;
