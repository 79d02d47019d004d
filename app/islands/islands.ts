import type { ComponentType } from 'react';
import { OpenedArticle } from '../pages/blog/opened-article.tsx';
import { Marquee } from '../pages/landing/marquee.tsx';
import { BottomForm } from '../waitlist/bottom-form.tsx';
import { PrefillForm } from '../waitlist/prefill-form.tsx';

/**
 * When React comes to an island by itself. Whoever presses or sends something in it earlier does not have to wait for that.
 * - `near`: it is less than a screen's height away.
 * - `use`: a pointer or the focus comes to it, or to a control that names it (`data-answered-by`).
 * - `visit`: the visitor has shown that they are there, and the browser is idle.
 */
export type Arrival = 'near' | 'use' | 'visit';

interface IslandEntry {
  arrives: Arrival;
  /** Loads its component. @throws when its file does not come */
  load: () => Promise<ComponentType<never>>;
}

/**
 * The parts of the pages to which React comes in the browser. Everything else stays plain HTML, with no script or a few
 * listeners (app/client.ts). The small ones come with React: a request costs more than they weigh.
 */
export const islands = {
  'prefill-form': { arrives: 'use', load: async () => PrefillForm },
  'hero-arc': { arrives: 'visit', load: async () => (await import('../prayer-day/hero-arc.tsx')).HeroArc },
  planner: { arrives: 'visit', load: async () => (await import('../prayer-day/planner.tsx')).Planner },
  today: { arrives: 'visit', load: async () => (await import('../sketches/today.tsx')).Today },
  marquee: { arrives: 'near', load: async () => Marquee },
  'bottom-form': { arrives: 'near', load: async () => BottomForm },
  'opened-article': { arrives: 'use', load: async () => OpenedArticle },
  'dialog-form': {
    arrives: 'use',
    load: async () => (await import('../waitlist/dialog-form.tsx')).DialogForm,
  },
  toaster: { arrives: 'use', load: async () => (await import('../waitlist/toaster.tsx')).PageToaster },
} as const satisfies Record<string, IslandEntry>;

export type IslandName = keyof typeof islands;

type LoadedComponent<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]['load']>>;

/** The props of the island's component: an Island element with other props is a type error. */
export type IslandProps<Name extends IslandName> =
  Parameters<LoadedComponent<Name>> extends [infer Props extends object, ...unknown[]] ? Props : object;
