import type { ComponentType } from 'react';
import { OpenedArticle } from './pages/blog/opened-article.tsx';
import { Marquee } from './pages/landing/marquee.tsx';
import { CtaForm } from './waitlist/cta-form.tsx';

/**
 * The parts of a page that React hydrates in the browser. Everything else stays plain HTML, with no script or a few
 * listeners (app/start.ts). They are bundled with what hydrates them: a request costs more than they weigh.
 */
const islands = {
  marquee: Marquee,
  'cta-form': CtaForm,
  'opened-article': OpenedArticle,
} satisfies Record<string, (props: never) => unknown>;

export type IslandName = keyof typeof islands;

/** The props of the island's component: an Island element with other props is a type error. */
export type IslandProps<Name extends IslandName> =
  Parameters<(typeof islands)[Name]> extends [infer Props extends object] ? Props : object;

/** The component of that name. */
export const islandComponent = (name: IslandName) => islands[name] as ComponentType<object>;
