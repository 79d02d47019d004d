import type { HeroArcProps } from './hero-arc.tsx';

let shown: HeroArcProps = {};
const listeners = new Set<() => void>();

/** What the planner has the hero's arc draw: two islands of the page share it. Nothing set draws the example. */
export const dayStore = {
  get: (): HeroArcProps => shown,
  set(day: HeroArcProps): void {
    shown = day;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
