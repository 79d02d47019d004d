import type { CalendarDay } from './clock.ts';
import type { HeroArcProps } from './hero-arc.tsx';

/** A day, and what is drawn of it: the arc of the hero, and the sketch of the app. */
export interface DayShown extends HeroArcProps {
  /** The date, where the day is the visitor's own. */
  date?: CalendarDay;
}

let shown: DayShown = {};
const listeners = new Set<() => void>();

/** What the planner has the other islands of the page draw. Nothing set draws the example. */
export const dayStore = {
  get: (): DayShown => shown,
  set(day: DayShown): void {
    shown = day;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
