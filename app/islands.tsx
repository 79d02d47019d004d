import { type ComponentType, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { OpenedArticle } from './pages/blog/opened-article.tsx';
import { Marquee } from './pages/landing/marquee.tsx';
import { CtaForm } from './waitlist/join-forms.tsx';

/**
 * The parts of a page that React hydrates in the browser. Everything else stays plain HTML, with no script or a few
 * listeners (app/client.ts). They are bundled with what hydrates them: a request costs more than they weigh.
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

function Hydrated({ island: { dataset }, onHydrated }: { island: HTMLElement; onHydrated: () => void }) {
  useEffect(() => {
    dataset.hydrated = '';
    onHydrated();
  }, [dataset, onHydrated]);
  const Component = islandComponent(dataset.island as IslandName);
  return <Component {...JSON.parse(dataset.props ?? '{}')} />;
}

/**
 * Hydrates every island of the page, each in a task of its own: React's start is the longest task of the page. Resolves when all
 * are interactive. To be called once.
 */
export async function hydrateIslands(): Promise<void> {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise<void>((resolve) => {
      const hydrated = <Hydrated island={island} onHydrated={resolve} />;
      hydrateRoot(island, hydrated, { identifierPrefix: island.dataset.island ?? '' });
    });
  }
}
