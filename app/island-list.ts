import type { IslandEntry } from './islands/island-entry.ts';
import { OpenedArticle } from './pages/blog/opened-article.tsx';
import { Marquee } from './pages/landing/marquee.tsx';
import { BottomForm } from './waitlist/bottom-form.tsx';
import { PrefillForm } from './waitlist/prefill-form.tsx';

/**
 * The parts of the pages that React takes over in the browser. Everything else stays plain HTML, with no script or a few
 * listeners (app/client.ts). Small components are loaded together with React: a request costs more than they weigh.
 */
export const islands = {
  'prefill-form': { hydrateWhen: 'use', load: async () => PrefillForm },
  'hero-arc': {
    hydrateWhen: 'visit',
    load: async () => (await import('./prayer-day/hero-arc.tsx')).HeroArc,
  },
  planner: { hydrateWhen: 'visit', load: async () => (await import('./prayer-day/planner.tsx')).Planner },
  today: { hydrateWhen: 'visit', load: async () => (await import('./sketches/today.tsx')).TodaySketch },
  marquee: { hydrateWhen: 'near', load: async () => Marquee },
  'bottom-form': { hydrateWhen: 'near', load: async () => BottomForm },
  'opened-article': { hydrateWhen: 'use', alsoForHash: true, load: async () => OpenedArticle },
  'dialog-form': {
    hydrateWhen: 'use',
    load: async () => (await import('./waitlist/dialog-form.tsx')).DialogForm,
  },
  toaster: { hydrateWhen: 'use', load: async () => (await import('./waitlist/toaster.tsx')).PageToaster },
} as const satisfies Record<string, IslandEntry>;

export type IslandName = keyof typeof islands;

type LoadedComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]['load']>>;

/** The props of the island's component: an Island element with other props is a type error. */
export type IslandProps<Name extends IslandName> =
  Parameters<LoadedComponent<Name>> extends [infer Props extends object, ...unknown[]] ? Props : object;
